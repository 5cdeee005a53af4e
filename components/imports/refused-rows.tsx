import type { RefusedRow } from "@/lib/core/imports/import-file";
import { ShowMore } from "@/components/ui/show-more";

/** The number of rows listed at first. */
const SHOWN = 10;

/** Rows that are left out, with the reasons. */
export function RefusedRows({ name, rows }: { name: string; rows: readonly RefusedRow[] }) {
  return (
    <ShowMore
      name={name}
      limit={SHOWN}
      label="Show more rows"
      list="ul"
      aria-label="Rows that are left out"
      className="flex flex-col gap-2 text-sm"
    >
      {rows.map(({ row, reason }, index) => (
        <li key={index} className="wrap-anywhere">
          <span className="font-bold">Row {row}:</span> {reason}
        </li>
      ))}
    </ShowMore>
  );
}
