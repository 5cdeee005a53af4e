import "server-only";
import { operations } from "@/lib/contract/operations";
import { ERRORS } from "@/lib/server/errors";

const { joinByLink, claimGuest } = operations;
const SAID = [
  ...joinByLink.errors,
  ...claimGuest.errors,
  ...(["rate-limited", "internal", "unavailable"] as const),
];

/**
 * Why a form that works without scripts was refused, in words.
 * @param code the error's, which the address of the page has as `problem`; anything else: null
 * @param missing what to say if what the form names does not exist
 */
export function formProblem(code: unknown, missing: string | null): string | null {
  if (code === "not-found") return missing;
  if (code === "wrong-actor") {
    return "You signed in or out after opening this page. Please check it, and try again.";
  }
  if (code === "invalid") {
    return "Please enter another name: this one is missing, or someone in the group has it.";
  }
  const said = SAID.find((one) => one === code);
  return said ? ERRORS[said].message : null;
}
