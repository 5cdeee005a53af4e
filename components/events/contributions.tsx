"use client";

import type { Contribution } from "@/lib/contract/events";
import { spendingPath } from "@/components/navigation/paths";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { TableHead } from "@/components/ui/table-head";
import { ContributionRow } from "./contribution-row";

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
