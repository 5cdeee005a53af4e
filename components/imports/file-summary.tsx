import type { ImportFile } from "@/lib/core/imports/import-file";
import { IMPORT_SOURCE_NAMES } from "@/lib/core/imports/in-words";
import type { ImportPreview } from "@/lib/core/imports/preview";
import { shortDate } from "@/lib/core/text/dates";
import { pluralize } from "@/lib/core/text/pluralize";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { RefusedRows } from "./refused-rows";

/** What a file contains, and which rows are left out. */
export function FileSummary({ file, preview }: { file: ImportFile; preview: ImportPreview }) {
  const { source, people, from, until, expenses, payments, plans, refused, currency } = preview;
  const reconstructed = file.rows.filter((row) => row.kind === "expense" && row.payerReconstructed).length;
  const footers = people.filter(({ footer }) => footer !== null);
  const agrees = footers.length > 0 && footers.every(({ cents, footer }) => cents === footer);
  const facts = [
    pluralize(people.length, "person", "people"),
    pluralize(expenses, "expense"),
    pluralize(payments, "payment"),
    ...(plans > 0
      ? [pluralize(new Set(file.rows.flatMap((row) => (row.kind === "plan" ? [row.plan] : []))).size, "plan")]
      : []),
    ...(file.events.length > 0 ? [pluralize(file.events.length, "event")] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <Card tone="brand" className="flex flex-col gap-1">
        <p className="font-bold">{facts.join(" · ")}</p>
        <p>
          From {IMPORT_SOURCE_NAMES[source]}
          {from && until
            ? `, ${from === until ? shortDate(from) : `${shortDate(from)} to ${shortDate(until)}`}`
            : null}
        </p>
        {agrees ? (
          <p className="flex items-start gap-2 font-semibold text-owed">
            <Icon className="icon-circle-check mt-0.5 size-5" />
            Every balance matches the file to the cent.
          </p>
        ) : null}
      </Card>
      {currency === "USD" ? null : (
        <Notice tone="warning">
          This file is in {currency}. Evenly has one currency, and shows its amounts as dollars.
        </Notice>
      )}
      {reconstructed > 0 ? (
        <p className="text-sm text-muted">
          {`The file does not say who paid how much for ${pluralize(reconstructed, "expense")}. ` +
            "The payers are a reconstruction, and each note says so. Balances are exact."}
        </p>
      ) : null}
      {refused.length > 0 ? (
        <Disclosure name="left-out" summary={`${pluralize(refused.length, "row")} will be left out`} onDemand>
          <RefusedRows name="left-out-rows" rows={refused} />
        </Disclosure>
      ) : null}
    </div>
  );
}
