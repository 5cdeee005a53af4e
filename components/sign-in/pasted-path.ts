import { joinPath, LINK_TOKEN } from "@/lib/link-paths";

/** A link of some host, or its path, within a text. */
const LINK = /(?:^|\s|:\/\/)([^\s/]*)(\/(?:join|shared)\/[\w-]{22})(?![\w-])/;

/**
 * Where a pasted text leads: a link of this site, its path, its secret, or a message that contains the link.
 * @param host of this site
 * @returns the path, or what is wrong, in words
 */
export function pastedPath(text: string, host: string): { path: string } | { problem: string } {
  const pasted = text.trim();
  if (!pasted) return { problem: "Paste the link that someone sent you." };
  if (LINK_TOKEN.test(pasted)) return { path: joinPath(pasted) };
  const [, on = "", path] = LINK.exec(pasted) ?? [];
  if (path && (!on || on.toLowerCase() === host)) return { path };
  const other = on || /^https?:\/\/([^\s/]+)/i.exec(pasted)?.[1]?.toLowerCase();
  return {
    problem:
      other && other !== host
        ? `This link leads to ${other}. Only links from ${host} work here.`
        : `This is not an invite link. It looks like ${host}/join/…`,
  };
}
