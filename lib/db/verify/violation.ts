/** An item and its problem: one line of `npm run verify`. */
export type Violation = { subject: string; problem: string };

export type Report = (violation: Violation) => void;

/** Told what is being checked, and how much of it is done. */
export type Progress = (step: string, done?: number, total?: number) => void;

/**
 * Runs a check. Money code throws on invalid amounts. That is a violation too, not the end of the check.
 * @returns whether it ran to its end
 */
export function guarded(subject: string, report: Report, check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    report({ subject, problem: error.message });
    return false;
  }
}
