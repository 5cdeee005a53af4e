let noteOutage: ((error: unknown) => void) | undefined;

/** Next.js calls this once per process, before it serves a request. */
export async function register(): Promise<void> {
  // Next.js replaces this expression at build time, which keeps Node's modules out of other runtimes.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    ({ noteOutage } = await import("@/lib/http/outage-status"));
    const { boot } = await import("@/lib/boot");
    await boot();
  }
}

/** Next.js calls this with each error of a screen, an action, or a call that nothing handled. */
export function onRequestError(error: unknown): void {
  noteOutage?.(error);
}
