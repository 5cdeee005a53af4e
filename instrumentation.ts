let noteError: ((error: unknown) => void) | undefined;

/** Next.js calls this once per process, before it serves a request. */
export async function register(): Promise<void> {
  // Next.js replaces this expression at build time, which keeps Node's modules out of other runtimes.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { noteOutage } = await import("@/lib/server/http/outage-status");
    const { logUnhandled } = await import("@/lib/log/console");
    noteError = (error) => {
      noteOutage(error);
      logUnhandled(error);
    };
    const { boot } = await import("@/lib/server/boot");
    await boot();
  }
}

/** Next.js calls this with each error of a screen, an action, or a call that nothing handled. */
export function onRequestError(error: unknown): void {
  noteError?.(error);
}
