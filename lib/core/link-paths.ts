/** How long a link can be used. */
export const LINK_DAYS = 7;

/** The secret of a link: 128 random bits in base64url. */
export const LINK_TOKEN = /^[\w-]{22}$/;

/** The path of an invite link. */
export const joinPath = (token: string) => `/join/${token}`;

/** The path of a link that shows a statement, or why two people owe each other. */
export const sharedPath = (token: string) => `/shared/${token}`;

/** True for paths that contain the secret of a link: screens and calls. */
export const isLinkPath = (path: string) => /^(\/api)?\/(join|shared)\//.test(path);
