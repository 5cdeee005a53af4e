"use client";

import { useRef } from "react";
import { formatDollars } from "@/lib/core/money/money";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Person } from "@/lib/contract/people";
import type { Settlement, Why, WhyLine } from "@/lib/contract/settlements";
import { Day, LocalDay } from "@/components/ui/day";
import { Icon } from "@/components/ui/icon";
import { List, ListRow } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { useCurrentUser } from "@/components/session/current-user";
import { shortNames } from "@/components/people/short-names";
import { expensePath } from "@/lib/paths";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { Bdi } from "@/components/ui/bdi";
import { DebtChange } from "./debt-change";
import { PlanLine } from "../plans/plan-line";

export type WhyLinesProps = {
  event: { _id: string; groupId: string; closed: boolean };
  settlement: Pick<Settlement, "_id" | "amount" | "from">;
  lines: readonly WhyLine[];
  nextCursor: string | null;
};

/** The expenses, plans, and payments that changed a debt, newest first, and their sum. */
export function WhyLines({ event, settlement, lines, nextCursor }: WhyLinesProps) {
  const input = { params: { id: settlement._id } };
  const { rows, ...list } = useLoadMore("GET /api/settlements/{id}/why", input, lines, nextCursor, linesOf);
  const nameOf = shortNames(
    rows.flatMap(({ paidBy, otherPayer }) => [paidBy, ...(otherPayer ? [otherPayer] : [])]),
  );
  const listRef = useRef<HTMLUListElement>(null);
  return (
    <>
      <List ref={listRef}>
        {rows.map((line) => (
          <Line key={line._id} event={event} line={line} nameOf={nameOf} debtor={settlement.from} />
        ))}
      </List>
      <LoadMore {...list} listRef={listRef} count={rows.length} label="Show more" />
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

type LineProps = {
  event: WhyLinesProps["event"];
  line: WhyLine;
  nameOf: (id: string) => string;
  debtor: Person;
};

function Line({ event, line, nameOf, debtor }: LineProps) {
  const { id } = useCurrentUser();
  const { kind, _id, description, date, paidBy, otherPayers, otherPayer, total, amount } = line;
  if (kind === "plan") return <PlanLine event={event} line={line} debtor={debtor} />;
  // The viewer comes first.
  const [first, second] = otherPayer?._id === id ? [otherPayer, paidBy] : [paidBy, otherPayer];
  return (
    <ListRow
      className="row-details-below"
      href={kind === "expense" ? expensePath(event.groupId, event._id, _id) : undefined}
      leading={
        <span className="why-kind">
          <Icon className={kind === "expense" ? "icon-receipt-text" : "icon-hand-coins"} />
        </span>
      }
      title={<Bdi>{description}</Bdi>}
      detail={
        <span className="parts">
          <span>
            {first._id === id ? "You" : <Bdi>{nameOf(first._id)}</Bdi>}
            {second ? (
              <>
                {" "}
                and <Bdi>{nameOf(second._id)}</Bdi>
              </>
            ) : otherPayers > 0 ? (
              ` and ${pluralize(otherPayers, "other")}`
            ) : null}{" "}
            paid{" "}
            <span translate="no" className="whitespace-nowrap">
              {formatDollars(total)}
            </span>
          </span>{" "}
          {kind === "expense" ? <Day iso={date} short /> : <LocalDay at={date} />}
        </span>
      }
      trailing={<DebtChange amount={amount} debtor={debtor} />}
    />
  );
}
