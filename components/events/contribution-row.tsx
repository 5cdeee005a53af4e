import type { Event } from "@/lib/schemas/answers";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { ShareBar } from "./share-bar";

export type ContributionRowProps = {
  /** Dollars. */
  contribution: Event["contributions"][number];
  /** The largest amount of the picture: the longest bar. */
  most: number;
};

// Where the text is too large for the space the bar makes room for the amount, which says the same.
const line =
  "col-span-3 grid grid-cols-subgrid items-center @max-[13rem]:flex @max-[13rem]:flex-wrap @max-[13rem]:justify-between @max-[13rem]:[&_svg]:hidden";

/** One person's line: name and net above, the bars of paid and share below. */
export function ContributionRow({ contribution: { user, paid, share }, most }: ContributionRowProps) {
  const net = paid - share;
  return (
    <tr role="row" className="col-span-3 grid grid-cols-subgrid gap-y-1 py-3 first:pt-0 last:pb-0">
      <th
        role="rowheader"
        className="col-span-2 flex items-center gap-3 text-left text-base font-bold @max-[13rem]:col-span-3"
      >
        <Avatar name={user.name} picture={user.picture} size="sm" />
        <bdi className="min-w-0">{user.name}</bdi>
      </th>
      <td role="cell" className="flex items-center justify-end @max-[13rem]:col-span-3">
        {Math.abs(net) < 0.005 ? (
          <span className="font-semibold text-muted">even</span>
        ) : (
          <Amount dollars={net} tone={net > 0 ? "owed" : "owe"} />
        )}
      </td>
      <td role="cell" className={line}>
        <span aria-hidden className="text-muted">
          paid
        </span>
        <ShareBar part={paid / most} className="fill-brand" />
        <Amount dollars={paid} size="sm" className="text-right" />
      </td>
      <td role="cell" className={line}>
        <span aria-hidden className="text-muted">
          share
        </span>
        <ShareBar part={share / most} className="fill-sun" />
        <Amount dollars={share} size="sm" className="text-right" />
      </td>
    </tr>
  );
}
