/** The message if nothing more specific is known (spec section 8). */
export const GENERIC_MESSAGE = "Something went wrong. Please try again.";
