import { formatCents } from "@/lib/core/money/money";
import { shortNames } from "@/components/people/short-names";
import { Avatar } from "@/components/people/avatar";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { Bdi } from "@/components/ui/bdi";
import type { Balance } from "./balances";

/** As many as fit in the row are shown, at most this many; the list below has all. */
const SHOWN = 6;

/**
 * A picture of who owes whom: a row of faces below the viewer's total. Arrows run from debtor to creditor: solid ones
 * up to the viewer, dashed ones down to the person. Screen readers get it as a table.
 * @param balances largest first
 */
export function BalanceFaces({ balances }: { balances: readonly Balance[] }) {
  const nameOf = shortNames(balances);
  const largest = balances[0]?.cents ?? 1;
  return (
    <figure className="col-span-2 min-w-0 sm:mt-4">
      {/* One row: faces without space wrap to a row without height. */}
      <div
        aria-hidden
        className="-mx-2 grid auto-rows-[0] grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] grid-rows-[auto] overflow-hidden"
      >
        {balances.slice(0, SHOWN).map(({ _id, name, picture, cents, side }) => (
          // For pointers only: the list has the same links for keyboards and screen readers.
          <Link
            key={_id}
            href={`/friends/${_id}`}
            tabIndex={-1}
            title={name}
            className="@container flex min-w-0 flex-col items-center rounded-field text-sm/[1.125rem] transition-transform duration-150 active:scale-95"
          >
            <Arrow side={side} strokeWidth={2 + Math.round((30 * cents) / largest) / 10} />
            <Avatar
              name={name}
              picture={picture}
              size="sm"
              className="ring-2 ring-surface sm:size-11 sm:text-base"
            />
            <Bdi className="max-w-full truncate pt-1 font-semibold">{nameOf(_id)}</Bdi>
            <Figure
              cents={cents}
              small
              max={0.875}
              sign={side === "owe" ? "−" : "+"}
              className={`font-extrabold text-${side}`}
            />
          </Link>
        ))}
      </div>
      <BalanceTable balances={balances} />
    </figure>
  );
}

function Arrow({ side, strokeWidth }: { side: Balance["side"]; strokeWidth: number }) {
  const owe = side === "owe";
  return (
    <svg
      viewBox="0 0 20 22"
      transform={owe ? "rotate(180)" : undefined}
      className={`mb-1 h-5 w-4.5 ${owe ? "fill-owe stroke-owe" : "fill-owed stroke-owed"}`}
    >
      <path
        d="M10 20V11"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeDasharray={owe ? "2 6" : undefined}
      />
      <path d="M10 2l6 8H4z" strokeWidth="2" strokeLinejoin="round" />
    </svg>
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
              <td>{side === "owe" ? "You" : <Bdi>{name}</Bdi>}</td>
              <td>{side === "owe" ? <Bdi>{name}</Bdi> : "You"}</td>
              <td translate="no">{formatCents(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
