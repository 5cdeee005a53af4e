import { serverMessage } from "@/lib/api-client";

/** Milliseconds for which the reason of a failed friend request is shown (spec section 9). */
export const REQUEST_ERROR_DISPLAY = 3000;

/** The user-facing reason of a failed friend request (spec section 8). */
export const requestError = (error: unknown) => serverMessage(error, "Failed to send friend request");
