/** The pattern of a demo person's address (design section 7), for regular expressions and input fields. */
export const DEMO_ADDRESS = String.raw`[A-Za-z0-9]+([._\-][A-Za-z0-9]+)*@demo\.test`;
export const MAX_DEMO_ADDRESS = 80;
