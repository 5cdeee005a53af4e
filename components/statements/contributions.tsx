"use client";

import type { Contribution } from "@/lib/contract/events";
import { spendingPath } from "@/lib/paths";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { TableHead } from "@/components/ui/table-head";
import type { Route } from "next";
import { balanceToCents } from "@/lib/core/money/money";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { barWidth } from "@/components/ui/bar-width";
import { PersonName } from "@/components/people/person-name";
import { Net } from "./net";

export type ContributionsProps = {
  contributions: readonly Contribution[];
  /** Of this group, and each row leads to the expenses behind it. Default: of an event. */
  groupId?: string;
};

/** The rows of more people than this are rendered on demand. */
export const MOST_RENDERED = 30;

/**
 * The contributions to an event: what each person paid, their share, and the difference. It is a table for screen
 * readers; the roles are explicit, because a table loses them in a grid layout.
 */
export function Contributions({ contributions, groupId }: ContributionsProps) {
  const most = Math.max(...contributions.flatMap(({ paid, share }) => [paid, share]));
  if (contributions.length === 0) return null;
  return (
    <section aria-labelledby="contributions">
      <Disclosure
        name="contributions"
        onDemand={contributions.length > MOST_RENDERED}
        summary={<h2 id="contributions">What each person paid, and their share</h2>}
      >
        <Card className="@container">
          <table
            role="table"
            aria-labelledby="contributions"
            className="grid grid-cols-[auto_1fr_auto] gap-x-3 text-sm"
          >
            <TableHead columns={["Person", "Paid minus share", "Paid", "Share"]} className="sr-only" />
            <tbody role="rowgroup" className="col-span-3 grid grid-cols-subgrid divide-y divide-line">
              {contributions.map((contribution) => (
                <ContributionRow
                  key={contribution.user._id}
                  contribution={contribution}
                  most={most}
                  href={
                    groupId === undefined
                      ? undefined
                      : spendingPath(groupId, { person: contribution.user._id })
                  }
                />
              ))}
            </tbody>
          </table>
        </Card>
      </Disclosure>
    </section>
  );
}

type ContributionRowProps = {
  /** In dollars. */
  contribution: Contribution;
  /** The largest amount in the picture, which has the longest bar. */
  most: number;
  /** Leads to the expenses behind the bars. */
  href?: Route | undefined;
};

/** One person's row: name and net above, the bars of paid and share below. */
function ContributionRow({ contribution: { user, paid, share }, most, href }: ContributionRowProps) {
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
        <rect />
        <rect width={barWidth(dollars, most)} className={className} />
      </svg>
      <Amount dollars={dollars} size="sm" />
    </td>
  );
}
