import type { Route } from "next";
import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { barWidth } from "@/components/ui/bar-width";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { TableHead } from "@/components/ui/table-head";

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

/**
 * A card with a chart that is a table: each row has a bar of the total, in which the viewer's share is darker, and both
 * as numbers. Bars of non-zero totals are always visible. The roles are explicit, because a table loses them in a grid
 * layout.
 */
export function SpendingBars({ of, bars }: { of: string; bars: readonly SpendingBar[] }) {
  const most = Math.max(...bars.map(({ total }) => total));
  return (
    <Card className="@container">
      <table role="table" aria-label={of} className="spending-bars">
        <TableHead
          columns={[of, "Total", bars[0]?.mine === undefined ? "Bar" : "Your share"]}
          className="sr-only"
        />
        <tbody role="rowgroup">
          {bars.map(({ key, label, href, total, mine }) => (
            <tr role="row" key={key}>
              <th role="rowheader">
                {href && total > 0 ? (
                  <Link href={href} className="row-link">
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </th>
              <td role="cell">
                <Amount dollars={total} />
              </td>
              <td role="cell">
                <svg aria-hidden>
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
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
