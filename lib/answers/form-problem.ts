import "server-only";
import { operations } from "@/lib/contract/operations";
import { ERRORS, rateLimited } from "@/lib/server/errors";

const { joinByLink, claimGuest } = operations;
const SAID = [...joinByLink.errors, ...claimGuest.errors, ...(["internal", "unavailable"] as const)];

/**
 * Why a form that works without scripts was refused, in words.
 * @param query of the page's address: `problem`, the error's code; `wait`, for how many seconds. Anything else: null
 * @param missing what to say if what the form names does not exist
 */
export function formProblem(
  { problem: code, wait }: { problem?: unknown; wait?: unknown },
  missing: string | null,
): string | null {
  if (code === "not-found") return missing;
  if (code === "wrong-actor") {
    return "You signed in or out after opening this page. Please check it, and try again.";
  }
  if (code === "invalid") {
    return "Please enter another name: this one is missing, or someone in the group has it.";
  }
  if (code === "rate-limited") return rateLimited(Number(wait) || 60).message;
  const said = SAID.find((one) => one === code);
  return said ? ERRORS[said].message : null;
}
