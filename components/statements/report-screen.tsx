import { formatDollars, balanceToCents } from "@/lib/core/money/money";
import { daysInWords, type ReportDays } from "@/lib/core/report";
import { dateOnly } from "@/lib/core/text/dates";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Settlement } from "@/lib/contract/settlements";
import type { Report, StatementExpense } from "@/lib/contract/statements";
import { groupPath } from "@/lib/paths";
import { shortNames } from "@/components/people/short-names";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { Card } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import { Page } from "@/components/ui/page";
import { Section } from "@/components/ui/section";
import { TableHead } from "@/components/ui/table-head";
import { signed } from "../settlements/net-table";
import { PrintButton, PrintNow } from "./print-button";
import { ReportDaysPicker } from "./report-days";
import { More, ON_PAPER, PaymentsMade } from "./statement-lists";
import { FigureRows } from "./statement-rows";
import { rowsOf, type ShowAll } from "./statement-screen";
import { BODY, Expenses, HEAD, PEOPLE, ROWS } from "./statement-tables";

export type ReportScreenProps = {
  report: Omit<Report, "entries">;
  /** The first ones, or all. */
  expenses: readonly StatementExpense[];
  payments: readonly Settlement[];
  /** Today, "2026-11-29". */
  today: string;
  all?: ShowAll;
};

/** The statement of a group over days: each person's balance before and after them, and the expenses and payments between. */
export function ReportScreen({ report, expenses, payments, today, all }: ReportScreenProps) {
  const { group, people, expenseCount, paymentCount } = report;
  const days: ReportDays = { from: report.from ?? undefined, until: report.until ?? undefined };
  const rows = rowsOf(all);
  const address = new URLSearchParams(
    Object.entries(days).filter(([, day]) => day !== undefined) as string[][],
  );
  const query = address.size > 0 ? `${address}&` : "";
  const nameOf = shortNames([
    ...people.map(({ user }) => user),
    ...payments.flatMap(({ from, to }) => [from, to]),
  ]);
  // The days by which they are selected, which may not be the reader's.
  const made = payments.map((one) => ({ ...one, settledAt: one.settledAt && dateOnly(one.settledAt) }));
  const list = { rows, nameOf, query };
  return (
    <Page
      title="Statement"
      detail={
        <span className="parts">
          <Bdi>{group.title}</Bdi> <span>{daysInWords(days)}</span>
        </span>
      }
      backTo={groupPath(group._id)}
      action={
        <PrintButton partly={Math.max(expenseCount, paymentCount, people.length) > rows} query={query} />
      }
    >
      <ReportDaysPicker groupId={group._id} days={days} today={today} />
      <Balances report={report} rows={rows} nameOf={nameOf} query={query} />
      <Expenses expenses={expenses} count={expenseCount} {...list} />
      <PaymentsMade statement={{ made }} count={paymentCount} {...list} />
      <div className="members-only -mx-4 print:hidden">
        <DownloadLink href={`/api${groupPath(group._id)}/report.csv${query && `?${address}`}`}>
          Spreadsheet (CSV)
        </DownloadLink>
      </div>
      {all === "print" ? <PrintNow query={query} /> : null}
    </Page>
  );
}

type BalancesProps = {
  report: ReportScreenProps["report"];
  rows: number;
  nameOf: (id: string) => string;
  query: string;
};

/** For each person, how what they paid, their share, and the payments lead from one balance to the other. */
function Balances({ report, rows, nameOf, query }: BalancesProps) {
  const { people, total, expenseCount, paymentCount, from } = report;
  const columns = [
    // Before the first of all days, everyone is even.
    ...(from === null ? [] : ([{ head: "Before", label: "before" }] as const)),
    { head: "Paid", label: "paid" },
    { head: "Share", label: "share" },
    ...(paymentCount === 0 ? [] : ([{ head: "Payments", label: "payments" }] as const)),
  ] as const;
  const figureOf = ({ before, paid, share, made, received }: Report["people"][number]) => ({
    before: signed(balanceToCents(before)),
    paid: formatDollars(paid),
    share: formatDollars(share),
    payments: signed(balanceToCents(made) - balanceToCents(received)),
  });
  const even = formatDollars(0);
  const totals = { before: even, paid: formatDollars(total), share: formatDollars(total), payments: even };
  return (
    <Section id="people" heading={<Sentence>{`Total Expenses: ${formatDollars(total)}`}</Sentence>}>
      <p className="-mt-2 text-muted">
        {`${pluralize(expenseCount, "expense")}${paymentCount > 0 ? `, ${pluralize(paymentCount, "payment")}` : ""}.`}
      </p>
      <Card className={ON_PAPER}>
        <table role="table" aria-labelledby="people" className={PEOPLE}>
          <TableHead columns={["Person", ...columns.map(({ head }) => head), "Balance"]} className={HEAD} />
          <tbody role="rowgroup" className={BODY}>
            <FigureRows
              labels={columns.map(({ label }) => label)}
              rows={people.slice(0, rows).map((one) => {
                const figures = figureOf(one);
                return {
                  name: nameOf(one.user._id),
                  figures: columns.map(({ label }) => figures[label]),
                  net: balanceToCents(one.after),
                };
              })}
            />
          </tbody>
          <tbody role="rowgroup" className={`${ROWS} *:pt-2`}>
            <tr role="row">
              <th role="rowheader">Total</th>
              {columns.map(({ label }) => (
                <td role="cell" translate="no" data-label={label} key={label}>
                  {totals[label]}
                </td>
              ))}
              <td role="cell">
                <Bdi>{even}</Bdi>
              </td>
            </tr>
          </tbody>
        </table>
        <More id="people" rows={rows} of={people.length} query={query} />
      </Card>
    </Section>
  );
}
