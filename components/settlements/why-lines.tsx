"use client";

import { formatDollars } from "@/lib/core/money/money";
import type { Settlement, Why, WhyLine } from "@/lib/contract/settlements";
import { List } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { shortNames } from "@/components/people/short-names";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { PlanLine } from "../plans/plan-line";
import { WhyLineRow } from "./why-line-row";

export type WhyLinesProps = {
  event: { _id: string; groupId: string; closed: boolean };
  settlement: Pick<Settlement, "_id" | "amount" | "from">;
  lines: readonly WhyLine[];
  nextCursor: string | null;
};

/** The expenses, plans, and payments that changed a debt, newest first, and their sum. */
export function WhyLines({ event, settlement, lines, nextCursor }: WhyLinesProps) {
  const input = { params: { id: settlement._id } };
  const name = "GET /api/settlements/{id}/why";
  const { rows, listRef, more } = useLoadMore(name, input, lines, nextCursor, linesOf);
  const nameOf = shortNames(
    rows.flatMap(({ paidBy, otherPayer }) => [paidBy, ...(otherPayer ? [otherPayer] : [])]),
  );
  return (
    <>
      <List ref={listRef}>
        {rows.map((line) => {
          const Row = line.kind === "plan" ? PlanLine : WhyLineRow;
          return <Row key={line._id} event={event} line={line} nameOf={nameOf} debtor={settlement.from} />;
        })}
      </List>
      <LoadMore {...more} label="Show more" />
      <p className="flex flex-wrap justify-between gap-x-4 px-4 text-lg font-extrabold sm:px-6">
        <span>Total</span>{" "}
        <span translate="no" className="tabular-nums">
          {formatDollars(settlement.amount)}
        </span>
      </p>
    </>
  );
}

const linesOf = ({ lines }: Why) => lines;
