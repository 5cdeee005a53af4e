import { clsx } from "clsx";
import { formatCents } from "@/lib/core/money/money";
import { useCurrentUser } from "@/components/session/current-user";
import { shortNames } from "@/components/people/short-names";
import { Avatar } from "@/components/people/avatar";
import { Link } from "@/components/ui/link";
import { balanceGraph, WIDTH, type GraphNode } from "./balance-graph";
import type { Balance } from "./balances";

/**
 * A picture of who owes whom, with the viewer at the center. Arrows run from debtor to creditor: solid ones toward
 * the viewer, dashed ones away. Screen readers get it as a table.
 */
export function BalancePicture({ balances }: { balances: readonly Balance[] }) {
  const viewer = useCurrentUser();
  const { height, center, nodes, hidden } = balanceGraph(balances);
  const nameOf = shortNames(balances);
  const place = (x: number, y: number) => ({ left: `${(x / WIDTH) * 100}%`, top: `${(y / height) * 100}%` });

  return (
    <figure className="@container mx-auto w-full max-w-80 md:mx-0">
      {/* If the text is too large for the space, the list shows the same. */}
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
        <span className="graph-person" style={place(center.x, center.y)}>
          <Avatar name={viewer.name} picture={viewer.picture} size="lg" className="ring-4 ring-surface" />
          <span className="absolute top-full left-1/2 -mt-3 -translate-x-1/2 rounded-full bg-surface px-2 text-sm/5 font-bold">
            You
          </span>
        </span>
        {nodes.map(({ balance: { _id, name, picture, cents, side }, x, y, labelAbove }) => (
          // For pointers only: the list has the same links for keyboards and screen readers.
          <Link
            key={_id}
            href={`/friends/${_id}`}
            tabIndex={-1}
            title={name}
            className="graph-person rounded-full transition-transform duration-150 active:scale-95"
            style={place(x, y)}
          >
            <Avatar name={name} picture={picture} className="ring-2 ring-surface" />
            <span className={clsx("graph-label", labelAbove ? "bottom-full" : "top-full")}>
              <bdi className="truncate font-semibold">{nameOf(_id)}</bdi>
              <span
                className={clsx(
                  "font-extrabold whitespace-nowrap tabular-nums",
                  side === "owe" ? "text-owe" : "text-owed",
                )}
              >
                {side === "owe" ? "−" : "+"}
                {formatCents(cents)}
              </span>
            </span>
          </Link>
        ))}
      </div>
      {hidden > 0 ? (
        <figcaption aria-hidden className="hidden pt-1 text-center text-sm @min-[15.5rem]:block">
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
        d="M0 0 L-10 -6 L-10 6 Z"
        strokeWidth="2"
        strokeLinejoin="round"
        transform={`translate(${to.x} ${to.y}) rotate(${Math.round(angle)})`}
      />
    </g>
  );
}

function BalanceTable({ balances }: { balances: readonly Balance[] }) {
  return (
    // Wraps the table, which never shrinks below its content.
    <div className="sr-only">
      <table>
        <caption>Your balances</caption>
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
