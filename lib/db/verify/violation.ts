/** An item and its problem: one line of `npm run verify`. */
export type Violation = { subject: string; problem: string };

/** Money code throws on invalid amounts. That is a violation too, not the end of the check. */
export function guarded(subject: string, check: () => Violation[]): Violation[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError)
      return [{ subject, problem: error.message }];
    throw error;
  }
}
