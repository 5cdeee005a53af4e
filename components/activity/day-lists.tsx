"use client";

import { Fragment, useImperativeHandle, useRef, type ReactNode, type RefObject } from "react";
import { dateOnly, localDateOnly, monthName, shortDate } from "@/lib/core/text/dates";
import { List } from "@/components/ui/list";
import { useClientValue } from "@/components/ui/use-client-value";

export type Rows = { readonly children: ArrayLike<Element> };

export type DayListsProps<Row> = {
  /** Latest first. */
  rows: readonly Row[];
  /** Default: "day". */
  by?: "day" | "month";
  /** Gets the rows of all days, in place of a list. */
  listRef: RefObject<Rows | null>;
  heading?: "h2" | "h3";
  children: (row: Row, index: number, isToday: boolean) => ReactNode;
};

const monthOf = (iso: string) => iso.slice(0, 7);
const now = () => new Date().toISOString();

/** `Today`, `Yesterday`, or {@link shortDate}. @param day `YYYY-MM-DD`, like `today` */
function dayName(day: string, today: string): string {
  if (day === today) return "Today";
  return Date.parse(today) - Date.parse(day) === 86_400_000 ? "Yesterday" : shortDate(day);
}

/**
 * Rows by UTC month, or by day in the viewer's time zone, each with its heading. The server does not know the time zone:
 * it renders UTC days, and the browser corrects them.
 */
export function DayLists<Row extends { at: string }>(props: DayListsProps<Row>) {
  const { rows, by = "day", listRef, heading: Heading = "h2", children } = props;
  const local = useClientValue<(iso: string) => string>(() => localDateOnly, dateOnly);
  const dayOf = by === "day" ? local : monthOf;
  const today = dayOf(now());
  const place = useRef<HTMLDivElement>(null);
  useImperativeHandle(listRef, () => ({
    get children() {
      return place.current?.querySelectorAll(":scope > ul > li") ?? [];
    },
  }));
  const days: { day: string; rows: ReactNode[] }[] = [];
  for (const [index, row] of rows.entries()) {
    const day = dayOf(row.at);
    if (days.at(-1)?.day !== day) days.push({ day, rows: [] });
    days.at(-1)!.rows.push(children(row, index, day === today));
  }
  return (
    <div ref={place} className="flex flex-col gap-2 empty:hidden">
      {days.map(({ day, rows: ofDay }) => (
        <Fragment key={day}>
          <Heading className="text-sm font-bold text-muted not-first:mt-2">
            <time dateTime={day} suppressHydrationWarning>
              {by === "day" ? dayName(day, today) : monthName(day)}
            </time>
          </Heading>
          <List>{ofDay}</List>
        </Fragment>
      ))}
    </div>
  );
}
