import type { BrowserContext } from "@playwright/test";

/** What a browser logs when an answer is an error, as tests of errors expect. */
const FAILED_REQUEST = /Failed to load resource: the server responded with a status of (\d{3})/;

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

  /** Allows answers with these statuses, in tests that provoke them. */
  allowStatus(...statuses: number[]): void {
    for (const status of statuses)
      this.allowed.push(new RegExp(`${FAILED_REQUEST.source.replace("(\\d{3})", "")}${status}`));
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
