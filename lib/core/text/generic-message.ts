/** The message if nothing more specific is known (docs/rules.md#messages). */
export const GENERIC_MESSAGE = "Something went wrong. Please try again.";
