import { formatCount } from "@/lib/core/text/pluralize";
import { groupImportPath } from "@/lib/paths";
import type { FormProblem } from "@/components/forms/check-form";
import { FormNotice } from "@/components/forms/form-notice";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { keepFocus } from "@/components/ui/keep-focus";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Section } from "@/components/ui/section";
import type { Waiting } from "./send-rows";
import { useFocusedHeading } from "./use-focused-heading";

export type ImportProgressProps = {
  /** The number of rows that were sent, and of all rows. */
  rows: number;
  total: number;
  waiting: Waiting | null;
  /** Why it stopped. */
  problem: FormProblem | null;
  /** The path of the group, for an import that stopped; null if the screen belongs to the group. */
  group: { _id: string; title: string } | null;
  onContinue: () => void;
  onAgain: () => void;
};

/** The progress of an import; if it has stopped, the reason, and a button to continue. */
export function ImportProgress(props: ImportProgressProps) {
  const { rows, total, waiting, problem, group, onContinue, onAgain } = props;
  const heading = problem === null ? "Importing…" : "The import has stopped";
  useFocusedHeading("progress-heading", heading);
  // Announced in quarters, because each announcement interrupts the one before.
  const quarters = Math.floor((4 * rows) / total) * 25;
  return (
    <Section id="progress-heading" heading={heading} className="max-w-2xl gap-4">
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
        <>
          <FormNotice problem={problem} unsaved="Sign in, in the new tab, then press Continue here." />
          <p className="text-muted">What was imported so far is kept, and nothing is imported twice.</p>
          <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <Button data-write onClick={onContinue}>
              Continue
            </Button>
            <Button ref={keepFocus} variant="secondary" onClick={onAgain}>
              Choose another file
            </Button>
            {group ? (
              <ButtonLink variant="secondary" href={groupImportPath(group._id)}>
                Imports into <Bdi>{group.title}</Bdi>
              </ButtonLink>
            ) : null}
          </div>
        </>
      )}
      <div role="status">
        {waiting ? (
          <Notice tone="warning">
            {waiting === "offline" ? "No connection." : "The server is busy."} Trying again…
          </Notice>
        ) : null}
      </div>
    </Section>
  );
}
