// Separate from call.ts, because every page loads the error page, which reads it.

/** Fired at the window when a request succeeded, so there is a session. */
export const SESSION_ACTIVE_EVENT = "sessionActive";

/** The latest write of this tab: whether the server has acknowledged it. */
export const lastWrite = { saved: false };
