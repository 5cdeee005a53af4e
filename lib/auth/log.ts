const MOST_CAUSES = 4;

/**
 * Auth.js reports every refused sign-in here: one line for the log, "Login Failed" first (spec section 8); the
 * person is shown nothing. Codes and tokens are not among what is written.
 */
export function logSignInFailure(error: Error): void {
  // A session cookie that cannot be read (an old secret, say) is no sign-in at all: the person is signed out.
  if (labelOf(error) === "JWTSessionError") return;
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < MOST_CAUSES; at = causeOf(at)) {
    causes.push([labelOf(at), firstSentence(at.message)].filter(Boolean).join(": "));
  }
  console.error(`Login Failed (${causes.join(" < ")})`);
}

/** What kind of error it is. Class names are shortened in the production build, so Auth.js and jose say it otherwise. */
function labelOf(error: Error): string {
  const { type, code } = error as { type?: unknown; code?: unknown };
  return [type, code, error.name].find((label) => typeof label === "string" && label !== "") as string;
}

/** Auth.js ends its messages with a link, which says nothing more than the kind. */
function firstSentence(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/\.? ?Read more at https:\S+$/, "");
}

/** Auth.js puts the error that it wraps into `cause.err`. */
function causeOf({ cause }: Error): unknown {
  return typeof cause === "object" && cause !== null && "err" in cause ? cause.err : cause;
}
