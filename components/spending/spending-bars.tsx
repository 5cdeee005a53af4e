import type { Route } from "next";
import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { barWidth } from "@/components/ui/bar-width";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { BarRow, BarTable } from "./bar-table";

export type SpendingBar = {
  /** What the row is about, and where it leads. */
  label: ReactNode;
  key: string;
  href?: Route | undefined;
  /** In dollars. */
  total: number;
  /** The viewer's share, if the total is not theirs alone. */
  mine?: number;
};

const KEY = "inline-block size-3 rounded-sm forced-color-adjust-none";

/**
 * A card with a chart that is a table: each row has a bar of the total, in which the viewer's share is darker, and both
 * as numbers. Bars of non-zero totals are always visible.
 */
export function SpendingBars({ of, bars }: { of: string; bars: readonly SpendingBar[] }) {
  // Refunds to others can lower the total below the viewer's share.
  const most = Math.max(...bars.flatMap(({ total, mine = total }) => [total, mine]));
  return (
    <Card className="@container">
      {bars[0]?.mine === undefined ? null : (
        <p
          aria-hidden
          className="flex flex-wrap gap-x-4 pb-3 text-sm text-muted *:flex *:items-center *:gap-2"
        >
          <span>
            <span className={`${KEY} bg-sun`} /> everyone
          </span>
          <span>
            <span className={`${KEY} bg-brand`} /> your share
          </span>
        </p>
      )}
      <BarTable label={of} columns={[of, "Total", bars[0]?.mine === undefined ? "Bar" : "Your share"]}>
        {bars.map(({ key, label, href, total, mine }) => (
          <BarRow
            key={key}
            name={
              href && total !== 0 ? (
                <Link href={href} className="row-link inline-flex items-center gap-2">
                  {label}
                </Link>
              ) : (
                label
              )
            }
            amount={<Amount dollars={total} />}
          >
            <td
              role="cell"
              className="col-span-2 grid items-center gap-y-1 text-sm text-muted sm:grid-cols-subgrid sm:text-right"
            >
              <svg aria-hidden className="only:col-span-full">
                <rect width="100%" height="100%" rx="6" />
                {mine === undefined ? null : (
                  <rect width={barWidth(total, most)} height="100%" rx="6" className="fill-sun" />
                )}
                <rect
                  width={mine === undefined ? barWidth(total, most) : barWidth(mine, most, 0)}
                  height="100%"
                  rx="6"
                  className="fill-brand"
                />
              </svg>
              {mine === undefined ? null : (
                <span>
                  <span aria-hidden>your share </span>
                  <Amount dollars={mine} size="sm" />
                </span>
              )}
            </td>
          </BarRow>
        ))}
      </BarTable>
    </Card>
  );
}
