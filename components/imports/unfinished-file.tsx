import type { ImportOfFile } from "@/lib/contract/imports";
import { formatCount } from "@/lib/core/text/pluralize";
import type { FormProblem } from "@/components/forms/check-form";
import { FormNotice } from "@/components/forms/form-notice";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { useFocusedHeading } from "./use-focused-heading";

export type UnfinishedFileProps = {
  /** The import of the chosen file. */
  found: ImportOfFile;
  groupTitle: string;
  fileName: string;
  busy: boolean;
  problem: FormProblem | null;
  onContinue: () => void;
  /** Called if this is a different file that only looks the same. */
  onNew: () => void;
  onAgain: () => void;
};

/** Offers to continue an import. Its people and events were chosen when it began. */
export function UnfinishedFile({
  found,
  groupTitle,
  fileName,
  busy,
  problem,
  onContinue,
  onNew,
  onAgain,
}: UnfinishedFileProps) {
  useFocusedHeading("unfinished-file-heading");
  return (
    <Section id="unfinished-file-heading" heading={<Bdi>{fileName}</Bdi>} className="max-w-2xl gap-4">
      <p>
        This import into <Bdi className="font-bold">{groupTitle}</Bdi> began{" "}
        <RelativeTime at={found.createdAt} />. {formatCount(found.imported)} of {formatCount(found.total)}{" "}
        entries {found.imported === 1 ? "has" : "have"} been imported so far.
      </p>
      <FormNotice problem={problem} unsaved="Sign in in another tab, then press Continue again." />
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button data-write busy={busy} busyLabel="Continuing…" onClick={onContinue}>
          Continue
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onNew}>
          Start a new import
        </Button>
        <Button ref={keepFocus} variant="secondary" disabled={busy} onClick={onAgain}>
          Choose another file
        </Button>
      </div>
    </Section>
  );
}
