"use client";

import type { Route } from "next";
import { balanceToCents } from "@/lib/core/money/money";
import type { Contribution } from "@/lib/contract/events";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { barWidth } from "@/components/ui/bar-width";
import { PersonName } from "@/components/people/person-name";
import { Net } from "./net";

export type ContributionRowProps = {
  /** In dollars. */
  contribution: Contribution;
  /** The largest amount in the picture, which has the longest bar. */
  most: number;
  /** Leads to the expenses behind the bars. */
  href?: Route | undefined;
};

/** One person's row: name and net above, the bars of paid and share below. */
export function ContributionRow({ contribution: { user, paid, share }, most, href }: ContributionRowProps) {
  return (
    <tr role="row" className="contribution">
      <th role="rowheader">
        <Avatar name={user.name} picture={user.picture} size="sm" />
        <span className="min-w-0 wrap-anywhere">
          <PersonName person={user} href={href} />
        </span>
      </th>
      <td role="cell">
        <Net cents={balanceToCents(paid) - balanceToCents(share)} />
      </td>
      <Bar label="paid" dollars={paid} most={most} className="fill-brand" />
      <Bar label="share" dollars={share} most={most} className="fill-sun" />
    </tr>
  );
}

/** A bar next to its amount. */
function Bar(props: { label: string; dollars: number; most: number; className: string }) {
  const { label, dollars, most, className } = props;
  return (
    <td role="cell" className="contribution-bar">
      <span aria-hidden>{label}</span>
      <svg aria-hidden>
        <rect width="100%" height="100%" rx="6" />
        <rect width={barWidth(dollars, most)} height="100%" rx="6" className={className} />
      </svg>
      <Amount dollars={dollars} size="sm" />
    </td>
  );
}
