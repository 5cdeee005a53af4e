/** How long an invite link can be used. */
export const LINK_DAYS = 7;

/** The secret of an invite link: 128 random bits in base64url. */
export const LINK_TOKEN = /^[\w-]{22}$/;

/** The path of an invite link. */
export const joinPath = (token: string) => `/join/${token}`;

/** True for paths that contain the secret of an invite link: its screen and its calls. */
export const isJoinPath = (path: string) => /^(\/api)?\/join\//.test(path);
