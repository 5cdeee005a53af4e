import type { BrowserContext } from "@playwright/test";

/** Collects problems of a test's pages: console errors, uncaught errors, policy violations. */
export class ConsoleGuard {
  readonly complaints: string[] = [];
  private readonly allowed: RegExp[] = [];

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() === "error") this.note(message.text());
    });
    context.on("weberror", (error) => this.note(`uncaught: ${error.error().message}`));
  }

  /** Allows answers with these statuses, which browsers log as errors, in tests that provoke them. */
  allowStatus(...statuses: number[]): void {
    this.allow(new RegExp(`the server responded with a status of (${statuses.join("|")})`));
  }

  /** Allows a problem, in tests that provoke it. */
  allow(complaint: RegExp): void {
    this.allowed.push(complaint);
  }

  private note(text: string): void {
    this.complaints.push(text);
  }

  /** The problems that were not allowed. Check it at the end of the test. */
  unexpected(): string[] {
    return this.complaints.filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
  }
}
