import { isClientGone, log, withoutValues } from "@/lib/log";

const MAX_CAUSES = 4;

/**
 * Logs every refused sign-in that Auth.js reports as one line that starts with "Login Failed" (docs/rules.md#sign-in).
 * The user sees nothing. Codes and tokens are not logged. A warning, because anyone can cause it.
 */
export function logSignInFailure(error: Error): void {
  // An unreadable session cookie (of an old secret, for example) is not a sign-in: the user is signed out.
  if (labelOf(error) === "JWTSessionError" || isClientGone(error)) return;
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < MAX_CAUSES; at = causeOf(at)) {
    causes.push([labelOf(at), firstSentence(at.message)].filter(Boolean).join(": "));
  }
  log.warn(`Login Failed (${causes.join(" < ")})`);
}

/** The kind of error. The production build minifies class names, so Auth.js and jose also store it in a property. */
function labelOf(error: Error): string {
  const { type, code } = error as { type?: unknown; code?: unknown };
  return [type, code, error.name].find((label) => typeof label === "string" && label !== "") as string;
}

/** Auth.js ends its messages with a link that adds nothing to the kind, and quotes what it has received. */
function firstSentence(message: string): string {
  const first = (message.split("\n")[0] ?? "").replace(/\.? ?Read more at https:\S+$/, "");
  return withoutValues(first.replace(/ Received: .*/, ""));
}

/** Auth.js stores the wrapped error in `cause.err`. */
function causeOf({ cause }: Error): unknown {
  return typeof cause === "object" && cause !== null && "err" in cause ? cause.err : cause;
}
