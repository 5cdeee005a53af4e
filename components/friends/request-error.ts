import { serverMessage } from "@/lib/client/call";

/** Milliseconds for which the reason of a failed friend request is shown (docs/rules.md#people). */
export const REQUEST_ERROR_DISPLAY = 3000;

/** The user-facing reason of a failed friend request (docs/rules.md#people). */
export const requestError = (error: unknown) => serverMessage(error, "Failed to send friend request");
