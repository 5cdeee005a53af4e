/** The cookie that tells /login who has just logged out, so that it deletes their drafts and nobody else's. */
export const LEFT_COOKIE = "evenly.left";
