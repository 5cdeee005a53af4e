"use client";

import { balanceToCents } from "@/lib/core/money/money";
import type { Contribution } from "@/lib/contract/events";
import { Net } from "@/components/statements/net";
import { MOST_RENDERED } from "@/components/statements/contributions";
import { spendingPath } from "@/lib/paths";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { BarRow, BarTable } from "./bar-table";

export type NetBarsProps = {
  contributions: readonly Contribution[];
  /** Each row leads to the expenses of this group behind it. */
  groupId: string;
};

/** More people than this are folded. */
const MOST_BARS = 12;

/** {@link NetBars} in a card; of many people folded, and rendered on demand. */
export function FoldedNetBars(props: NetBarsProps) {
  const bars = (
    <Card className="@container">
      <NetBars {...props} />
    </Card>
  );
  const { length } = props.contributions;
  if (length <= MOST_BARS) return bars;
  return (
    <Disclosure name="balances" summary={`${length} people`} onDemand={length > MOST_RENDERED}>
      {bars}
    </Disclosure>
  );
}

/**
 * What each person paid, minus their share, as bars: to the right for those who paid more than their share.
 */
function NetBars({ contributions, groupId }: NetBarsProps) {
  const rows = contributions
    .map(({ user, paid, share }) => ({ user, net: balanceToCents(paid) - balanceToCents(share) }))
    .sort((a, b) => b.net - a.net);
  const most = Math.max(1, ...rows.map(({ net }) => Math.abs(net)));
  return (
    <BarTable label="Paid minus share" columns={["Person", "Paid minus share"]}>
      {rows.map(({ user, net }) => {
        const percent = (Math.abs(net) / most) * 50;
        return (
          <BarRow
            key={user._id}
            name={
              <span className="flex items-center gap-3 wrap-anywhere">
                <Avatar name={user.name} picture={user.picture} size="sm" />
                <span>
                  <PersonName person={user} href={spendingPath(groupId, { person: user._id })} />
                </span>
              </span>
            }
            amount={<Net cents={net} />}
          >
            <td role="presentation" className="col-span-2">
              <svg aria-hidden>
                <rect width="100%" height="100%" rx="6" />
                {net === 0 ? null : (
                  <rect
                    x={`${(net > 0 ? 50 : 50 - percent).toFixed(2)}%`}
                    width={`${percent.toFixed(2)}%`}
                    height="100%"
                    className={net > 0 ? "fill-owed" : "fill-owe"}
                  />
                )}
                <rect x="50%" width="2" height="100%" className="fill-line-strong" />
              </svg>
            </td>
          </BarRow>
        );
      })}
    </BarTable>
  );
}
