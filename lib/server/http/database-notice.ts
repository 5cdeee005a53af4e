import { AppError, RETRY_AFTER, Updating } from "@/lib/errors";

// How middleware.ts, which does not load the database, knows that screens cannot use it.

type Problem = "updating" | "unavailable" | null;

const store = globalThis as typeof globalThis & { evenlyDatabaseProblem?: () => Promise<Problem> };

/** Sets how to find out whether the database can be used, in the process that has it. */
export function noticeBy(problem: () => Promise<Problem>): void {
  store.evenlyDatabaseProblem = problem;
}

/** @throws AppError "unavailable" if the database is not open, or the data is being brought to a new version */
export async function requireDatabase(): Promise<void> {
  const problem = await store.evenlyDatabaseProblem?.();
  if (problem === "updating") throw new Updating();
  if (problem) throw new AppError(problem, undefined, { headers: RETRY_AFTER });
}
