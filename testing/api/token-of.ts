/** The secret of a link, which is the last part of its address. */
export const tokenOf = ({ url }: { url: string }): string => url.slice(url.lastIndexOf("/") + 1);
