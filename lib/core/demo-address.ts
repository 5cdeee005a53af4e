/** The pattern of a demo person's address (docs/rules.md#sign-in), for regular expressions and input fields. */
export const DEMO_ADDRESS = String.raw`[A-Za-z0-9]+([._\-][A-Za-z0-9]+)*@demo\.test`;
export const MAX_DEMO_ADDRESS = 80;
