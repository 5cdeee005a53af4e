import { dateOnly } from "@/lib/core/dates";

/** A date as its first 10 characters, YYYY-MM-DD (spec section 9), never broken at its hyphens. */
export function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={dateOnly(iso)} className="whitespace-nowrap">
      {dateOnly(iso)}
    </time>
  );
}
