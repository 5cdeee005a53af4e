/** Next.js calls this once per process, before it serves a request. */
export async function register(): Promise<void> {
  // Next.js replaces this expression at build time, which keeps Node's modules out of other runtimes.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { boot } = await import("@/lib/boot");
    await boot();
  }
}
