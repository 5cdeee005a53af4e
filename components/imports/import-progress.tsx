import { formatCount } from "@/lib/core/text/pluralize";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Section } from "@/components/ui/section";
import { useFocusedHeading } from "./use-focused-heading";

export type ImportProgressProps = {
  /** How many rows were sent, of how many. */
  rows: number;
  total: number;
  /** There is no connection. */
  waiting: boolean;
  /** Why it has stopped. */
  problem: string | null;
  onContinue: () => void;
};

/** How far an import is; if it has stopped, why, and a button that continues it. */
export function ImportProgress({ rows, total, waiting, problem, onContinue }: ImportProgressProps) {
  useFocusedHeading("progress-heading");
  // Announced in quarters, because each batch would interrupt the one before.
  const quarters = Math.floor((4 * rows) / total) * 25;
  return (
    <Section
      id="progress-heading"
      heading={problem === null ? "Importing…" : "The import has stopped"}
      className="max-w-2xl gap-4"
    >
      <ProgressBar label="Import" value={rows} max={total} />
      <p aria-hidden className="amount">
        {formatCount(rows)} of {formatCount(total)}
      </p>
      <p role="status" className="sr-only">
        {waiting ? "" : `${quarters}% imported`}
      </p>
      {problem === null ? (
        <p className="text-muted">
          Keep this page open. If you close it, choose the same file again to continue.
        </p>
      ) : (
        <Notice
          tone="error"
          action={
            <Button data-write variant="secondary" onClick={onContinue}>
              Continue
            </Button>
          }
        >
          {problem} What was imported so far is kept, and nothing is imported twice.
        </Notice>
      )}
      {waiting ? (
        <Notice tone="warning" role="status">
          No connection. Trying again…
        </Notice>
      ) : null}
    </Section>
  );
}
