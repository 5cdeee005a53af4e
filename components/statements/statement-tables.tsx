import { balanceToCents, formatDollars } from "@/lib/core/money/money";
import { remains } from "@/lib/core/statements";
import { MAX_PRINTED } from "@/lib/core/limits";
import { formatCount, pluralize } from "@/lib/core/text/pluralize";
import type { StatementExpense } from "@/lib/contract/statements";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { Card } from "@/components/ui/card";
import { LocalDay } from "@/components/ui/day";
import { Section } from "@/components/ui/section";
import { TableHead } from "@/components/ui/table-head";
import { signed } from "../settlements/net-table";
import { toPayments } from "../settlements/to-payments";
import { More, ON_PAPER, type ListProps } from "./statement-lists";
import { ExpenseRows, FigureRows, type ExpenseLine } from "./statement-rows";

// The tables of a statement. Their roles are explicit, because a table loses them in the layout of a phone. In print, each
// page repeats the head, and no row is cut.

/** The styles of the rows of a body, on a phone with a line break before the other figures. Here, because many rows repeat them. */
export const ROWS =
  "*:after:w-full sm:*:after:hidden [&_th]:min-w-2/5 [&_th]:flex-1 [&_th]:text-base [&_th]:font-bold [&_th]:wrap-anywhere [&_[data-label]]:max-sm:order-1 [&_[data-label]]:max-sm:flex [&_[data-label]]:max-sm:flex-wrap [&_[data-label]]:max-sm:gap-x-1 [&_[data-label]]:max-sm:text-muted";

/** How the rows of people are laid out. */
export const PEOPLE =
  "folding-table [&_tr]:items-baseline [&_tr]:justify-between [&_tr]:gap-x-4 [&_tr>*]:sm:py-2 [&_tr>*]:sm:text-right [&_tr>*]:sm:first:text-left [&_tr>*]:print:py-0.5";

export const HEAD = "*:border-b *:border-line";
export const BODY = `${ROWS} *:border-b *:border-line *:py-2 *:first:pt-0`;

/** What each person paid, and their share. */
export function People({ statement: { event, people }, rows, nameOf }: ListProps) {
  const { closedAt, closedBy, total, expenseCount } = event;
  const labels = ["paid", "share"];
  return (
    <Section id="people" heading={<Sentence>{`Total Expenses: ${formatDollars(total)}`}</Sentence>}>
      <p className="-mt-2 text-muted">
        {pluralize(expenseCount, "expense")}.{" "}
        {closedAt && closedBy ? (
          <>
            Closed on <LocalDay at={closedAt} /> by <Bdi>{nameOf(closedBy._id)}</Bdi>.
          </>
        ) : (
          "This event is open: its figures can still change."
        )}
      </p>
      <Card className={ON_PAPER}>
        <table role="table" aria-labelledby="people" className={PEOPLE}>
          <TableHead columns={["Person", "Paid", "Share", "Paid minus share"]} className={HEAD} />
          <tbody role="rowgroup" className={BODY}>
            <FigureRows
              labels={labels}
              rows={people.slice(0, rows).map(({ user, paid, share, net }) => ({
                name: user.name,
                figures: [paid, share].map(formatDollars),
                net: balanceToCents(net),
              }))}
            />
          </tbody>
          {/* A row group, so that it is not repeated on each page. */}
          <tbody role="rowgroup" className={`${ROWS} *:pt-2`}>
            <tr role="row">
              <th role="rowheader">Total</th>
              {labels.map((label) => (
                <td role="cell" translate="no" data-label={label} key={label}>
                  {formatDollars(total)}
                </td>
              ))}
              <td role="cell">
                <Bdi>{formatDollars(0)}</Bdi>
              </td>
            </tr>
          </tbody>
        </table>
        <More id="people" rows={rows} of={people.length} />
      </Card>
    </Section>
  );
}

/** For each person, how the difference, the payments made, and what plans moved add up to what is left. */
export function Sums({ statement, rows, nameOf }: ListProps) {
  const { people, made, transfers } = statement;
  const nets = new Map(people.map(({ user, net }) => [user._id, balanceToCents(net)]));
  const sums = [...remains(nets, toPayments(made), toPayments(transfers))];
  const columns = [
    { head: "Paid minus share", label: "difference", of: "net" },
    ...(made.length > 0 ? ([{ head: "Payments", label: "payments", of: "payments" }] as const) : []),
    ...(transfers.length > 0 ? ([{ head: "Plans", label: "plans", of: "moved" }] as const) : []),
  ] as const;
  // What is left is the difference.
  if (columns.length === 1) return null;
  return (
    <Section id="sums" heading="How it adds up">
      <Card className={ON_PAPER}>
        <table role="table" aria-labelledby="sums" className={PEOPLE}>
          <TableHead columns={["Person", ...columns.map(({ head }) => head), "Left"]} className={HEAD} />
          <tbody role="rowgroup" className={`${BODY} *:last:border-0`}>
            <FigureRows
              labels={columns.map(({ label }) => label)}
              rows={sums.slice(0, rows).map(([id, row]) => ({
                name: nameOf(id),
                figures: columns.map(({ of }) => signed(row[of])),
                net: row.left,
              }))}
            />
          </tbody>
        </table>
        <More id="sums" rows={rows} of={sums.length} />
      </Card>
    </Section>
  );
}

export type ExpensesProps = Pick<ListProps, "rows" | "nameOf"> & {
  /** As many as are shown. */
  expenses: readonly StatementExpense[];
  /** How many there are. */
  count: number;
  query?: string;
};

/** The expenses, earliest first: the day, the description with each person's share, who paid, and the amount. */
export function Expenses({ expenses, count, rows, nameOf, query }: ExpensesProps) {
  if (expenses.length === 0) return null;
  const all = rows === MAX_PRINTED;
  return (
    <Section id="expenses" heading={`Expenses (${formatCount(count)})`}>
      <Card className={ON_PAPER}>
        <table
          role="table"
          aria-labelledby="expenses"
          className="folding-table [&_tr]:items-baseline [&_tr]:gap-x-3 [&_tr>*]:sm:py-2 [&_tr>*]:sm:align-top [&_tr>*]:sm:last:text-right [&_tr>*]:print:py-0.5"
        >
          <TableHead columns={["Day", "Expense and shares", "Paid by", "Amount"]} className={HEAD} />
          {/* Its many cells have no classes. On a phone, day and payer are above the description. */}
          <tbody
            role="rowgroup"
            className="*:border-b *:border-line *:py-2 *:first:pt-0 *:last:border-0 [&_small]:block [&_small]:text-sm [&_small]:font-normal [&_small]:text-muted [&_td]:wrap-anywhere [&_td]:nth-3:min-w-20 [&_td]:nth-3:flex-1 [&_td]:nth-3:whitespace-normal sm:[&_td]:nth-3:min-w-28 [&_td]:last:ml-auto [&_td]:last:font-extrabold [&_th]:wrap-anywhere [&_th]:max-sm:order-1 [&_th]:max-sm:w-full"
          >
            <ExpenseRows rows={expenses.map((one) => toLine(one, nameOf, all))} />
          </tbody>
        </table>
        <More id="expenses" rows={Math.min(rows, expenses.length)} of={count} query={query} />
      </Card>
    </Section>
  );
}

/** How many people with the same share are named, unless all rows are shown. */
const NAMED = 6;

const toLine = (
  { day, event, description, amount, payers, shares }: StatementExpense,
  nameOf: ListProps["nameOf"],
  all: boolean,
): ExpenseLine => ({
  day,
  event,
  description,
  amount: formatDollars(amount),
  payers:
    (amount < 0 ? "Refund to " : "") +
    (payers.length === 1
      ? nameOf(payers[0]!.user)
      : payers.map((one) => `${nameOf(one.user)} ${formatDollars(Math.abs(one.amount))}`).join(", ")),
  shares: shares.map((share) => ({
    names: share.users && listed(share.users.map(nameOf), all),
    amount: formatDollars(share.amount),
    each: share.users?.length !== 1,
  })),
});

const listed = (names: readonly string[], all: boolean) =>
  all || names.length <= NAMED + 1
    ? names.join(", ")
    : `${names.slice(0, NAMED).join(", ")}, and ${names.length - NAMED} more`;
