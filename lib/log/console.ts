import { isError, log } from ".";

const logged = new WeakSet<Error>();

/** Writes what Next.js and packages report on the console to the log. */
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

/** Logs an error of a screen, an action, or a call that nothing handled, unless Next.js has reported it. */
export function logUnhandled(error: unknown): void {
  if (!isError(error) || !logged.has(error)) log.error({ err: error }, "A request failed.");
}
