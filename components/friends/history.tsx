"use client";

import type { Page } from "@/lib/core/page";
import type { HistoryLine } from "@/lib/contract/settlements";
import { DayLists } from "@/components/activity/day-lists";
import { shortNames } from "@/components/people/short-names";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { WhyLineRow } from "@/components/settlements/why-line-row";
import { LoadMore } from "@/components/ui/load-more";
import { Section } from "@/components/ui/section";

export type HistoryProps = { friendId: string; history: Page<HistoryLine> };

/** The expenses and payments between the viewer and another person, by month. Loads further pages on demand. */
export function History({ friendId, history }: HistoryProps) {
  const input = { params: { id: friendId } };
  const { rows: first, nextCursor } = history;
  const { rows, listRef, more } = useLoadMore("GET /api/users/{id}/history", input, first, nextCursor);
  const nameOf = shortNames(
    rows.flatMap(({ paidBy, otherPayer }) => [paidBy, ...(otherPayer ? [otherPayer] : [])]),
  );
  if (rows.length === 0) return null;
  return (
    <Section id="history" heading="Between you" className="gap-4">
      <DayLists
        by="month"
        heading="h3"
        rows={rows.map((row) => ({ ...row, at: row.date }))}
        listRef={listRef}
      >
        {(line) => (
          <WhyLineRow
            key={line._id}
            event={{ _id: line.eventId, groupId: line.group._id }}
            line={line}
            nameOf={nameOf}
            debtor={line.debtor}
            place={line.group.title}
          />
        )}
      </DayLists>
      <LoadMore {...more} label="Show more" />
    </Section>
  );
}
