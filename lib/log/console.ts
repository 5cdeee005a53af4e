import { isError, log } from ".";

const logged = new WeakSet<Error>();

/** Redirects the console output of Next.js and packages to the log. */
export function logConsole(): void {
  for (const level of ["error", "warn"] as const) {
    console[level] = (...args: unknown[]) => {
      const error = args.find(isError);
      if (!error) log[level](args.map(String).join(" "));
      else if (!logged.has(error)) log[level]({ err: error }, "An error was reported.");
      if (error) logged.add(error);
    };
  }
}

/** Logs an unhandled error of a screen, an action, or an operation, unless Next.js has reported it. */
export function logUnhandled(error: unknown): void {
  if (!isError(error) || !logged.has(error)) log.error({ err: error }, "A request failed.");
}
