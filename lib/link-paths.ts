import type { Route } from "next";

// Apart from the other paths: the entry screen needs them, and nothing else of the application.

/** How long a link can be used. */
export const LINK_DAYS = 7;

/** The secret of a link: 128 random bits in base64url. */
export const LINK_TOKEN = /^[\w-]{22}$/;

/** The path of an invite link. */
export const joinPath = (token: string) => `/join/${token}`;

/** The path of a link that shows a statement, or why two people owe each other. */
export const sharedPath = (token: string) => `/shared/${token}`;

/** Where the people of a shared statement settle. @param person the position of one in it */
export const settlePath = (token: string, person?: number) =>
  `${sharedPath(token)}/settle${person === undefined ? "" : `?as=${person}`}` as Route;

/** The picture of a shared statement. */
export const sharedPicturePath = (token: string) => `${sharedPath(token)}/picture`;

/** The secret of a link that stops emails (lib/auth/unsubscribe.ts): 96 bits of an id and 128 of its signature in base64url. */
export const UNSUBSCRIBE_TOKEN = /^[\w-]{38}$/;

/** The page that asks whether emails should stop. */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`;

/** True for paths that contain the secret of a link: screens and operations. */
export const isLinkPath = (path: string) => /^(\/api)?\/(join|shared|unsubscribe)\//.test(path);
