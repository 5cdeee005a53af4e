/**
 * Auth.js reports every refused sign-in here: one line for the log, "Login Failed" first (spec section 8); the
 * person is shown nothing. Codes and tokens are not among what is written.
 */
export function logSignInFailure(error: Error): void {
  // A session cookie that cannot be read (an old secret, say) is no sign-in at all: the person is signed out.
  if (error.name === "JWTSessionError") return;
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < 4; at = causeOf(at)) {
    const line = `${at.name}: ${at.message.split("\n")[0] ?? ""}`;
    if (!causes.includes(line)) causes.push(line);
  }
  console.error(`Login Failed (${causes.join(" < ")})`);
}

/** Auth.js puts the error that it wraps into `cause.err`. */
function causeOf(error: Error): unknown {
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "err" in cause ? cause.err : cause;
}
