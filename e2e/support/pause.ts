/**
 * Waits like a person between two taps at the same place: a faster second one is a double tap, which
 * components/shell/ignore-double-taps.tsx ignores.
 */
export const pause = (ms = 500) => new Promise((resolve) => setTimeout(resolve, ms));
