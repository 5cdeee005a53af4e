"use client";

import { formatDollars } from "@/lib/core/money/money";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Person } from "@/lib/contract/people";
import type { WhyLine } from "@/lib/contract/settlements";
import { Bdi } from "@/components/ui/bdi";
import { Day, LocalDay } from "@/components/ui/day";
import { Icon } from "@/components/ui/icon";
import { ListRow } from "@/components/ui/list";
import { useCurrentUser } from "@/components/session/current-user";
import { expensePath } from "@/lib/paths";
import { DebtChange } from "./debt-change";

export type WhyLineRowProps = {
  event: { _id: string; groupId: string };
  line: WhyLine;
  nameOf: (id: string) => string;
  debtor: Person;
  /** Where it is, in a list of several groups. */
  place?: string | undefined;
};

/** An expense or a payment that changed a debt. */
export function WhyLineRow({ event, line, nameOf, debtor, place }: WhyLineRowProps) {
  const { id } = useCurrentUser();
  const { kind, _id, description, date, paidBy, otherPayers, otherPayer, total, amount } = line;
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
            {total < 0 ? "Refund: " : null}
            {first._id === id ? "You" : <Bdi>{nameOf(first._id)}</Bdi>}
            {second ? (
              <>
                {" "}
                and <Bdi>{nameOf(second._id)}</Bdi>
              </>
            ) : otherPayers > 0 ? (
              ` and ${pluralize(otherPayers, "other")}`
            ) : null}
            {total < 0 ? " received " : " paid "}
            <span translate="no" className="whitespace-nowrap">
              {formatDollars(Math.abs(total))}
            </span>
            {total < 0 ? " for all" : null}
          </span>{" "}
          {kind === "expense" ? <Day iso={date} short /> : <LocalDay at={date} />}
          {place ? <Bdi className="inline-block max-w-full truncate align-bottom">{place}</Bdi> : null}
        </span>
      }
      trailing={<DebtChange amount={amount} debtor={debtor} />}
    />
  );
}
