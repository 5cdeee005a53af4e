import { clsx } from "clsx";
import { formatCents } from "@/lib/core/money";
import { firstName } from "@/lib/core/names";
import { Avatar } from "@/components/ui/avatar";
import { balanceGraph, WIDTH, type GraphNode } from "./balance-graph";
import type { Balance, Viewer } from "./balances";

/**
 * Who owes whom, with the viewer at the centre: arrows run from who owes to who is owed, whole ones come in,
 * dashed ones go out. Screen readers get the same as a table.
 */
export function BalancePicture({ viewer, balances }: { viewer: Viewer; balances: readonly Balance[] }) {
  const { height, centre, nodes, hidden } = balanceGraph(balances);
  const place = (x: number, y: number) => ({ left: `${(x / WIDTH) * 100}%`, top: `${(y / height) * 100}%` });

  return (
    <figure className="@container mx-auto w-full max-w-sm">
      {/* Where the text is too large for the space, the list says the same. */}
      <div
        aria-hidden
        className="relative hidden @min-[15.5rem]:block"
        style={{ aspectRatio: `${WIDTH} / ${height}` }}
      >
        <svg viewBox={`0 0 ${WIDTH} ${height}`} className="absolute inset-0 size-full">
          {nodes.map((node) => (
            <Arrow key={node.balance._id} node={node} />
          ))}
        </svg>
        <span
          className="absolute flex -translate-x-1/2 -translate-y-1/2 flex-col items-center"
          style={place(centre.x, centre.y)}
        >
          <Avatar name={viewer.name} picture={viewer.picture} size="lg" className="ring-4 ring-surface" />
          <span className="absolute top-full -mt-3 rounded-full bg-surface px-2 text-sm/5 font-bold">
            You
          </span>
        </span>
        {nodes.map(({ balance, x, y, labelAbove }) => (
          <span key={balance._id} className="absolute -translate-x-1/2 -translate-y-1/2" style={place(x, y)}>
            <Avatar name={balance.name} picture={balance.picture} className="ring-2 ring-surface" />
            <span
              className={clsx(
                "absolute left-1/2 flex w-24 -translate-x-1/2 flex-col text-center text-sm/5",
                labelAbove ? "bottom-full mb-0.5" : "top-full mt-0.5",
              )}
            >
              <bdi className="truncate font-semibold">{firstName(balance.name)}</bdi>
              <span
                className={clsx(
                  "font-extrabold whitespace-nowrap tabular-nums",
                  balance.side === "owe" ? "text-owe" : "text-owed",
                )}
              >
                {balance.side === "owe" ? "-" : "+"}
                {formatCents(balance.cents)}
              </span>
            </span>
          </span>
        ))}
      </div>
      {hidden > 0 ? (
        <figcaption aria-hidden className="hidden pt-2 text-center text-sm @min-[15.5rem]:block">
          {`and ${hidden} more below`}
        </figcaption>
      ) : null}
      <BalanceTable balances={balances} />
    </figure>
  );
}

function Arrow({ node: { from, to, strokeWidth, balance } }: { node: GraphNode }) {
  const owe = balance.side === "owe";
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <g className={owe ? "fill-owe stroke-owe" : "fill-owed stroke-owed"}>
      <line
        x1={from.x}
        y1={from.y}
        x2={to.x}
        y2={to.y}
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeDasharray={owe ? `${strokeWidth} ${strokeWidth * 2}` : undefined}
      />
      <path
        d="M0 0 L-13 -7.5 L-13 7.5 Z"
        strokeWidth="2.5"
        strokeLinejoin="round"
        transform={`translate(${to.x} ${to.y}) rotate(${Math.round(angle)})`}
      />
    </g>
  );
}

function BalanceTable({ balances }: { balances: readonly Balance[] }) {
  return (
    // Around the table: a table itself never gets smaller than what is in it.
    <div className="sr-only">
      <table>
        <caption>Who owes whom</caption>
        <thead>
          <tr>
            <th scope="col">Who owes</th>
            <th scope="col">To whom</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {balances.map(({ _id, name, cents, side }) => (
            <tr key={_id}>
              <td>{side === "owe" ? "You" : name}</td>
              <td>{side === "owe" ? name : "You"}</td>
              <td>{formatCents(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
