import type { Route } from "next";
import type { ReactNode } from "react";
import { MAX_PRINTED } from "@/lib/core/limits";
import type { Statement, StatementExpense } from "@/lib/contract/statements";
import type { SharedLink } from "@/lib/contract/links";
import { eventPath } from "@/lib/paths";
import { shortNames } from "@/components/people/short-names";
import { Bdi } from "@/components/ui/bdi";
import { Day } from "@/components/ui/day";
import { Page } from "@/components/ui/page";
import { Title } from "@/components/ui/title";
import { DayByDay } from "./day-by-day";
import { DownloadMenu, expenseFiles } from "@/components/ui/download-menu";
import { PrintButton, PrintNow } from "./print-button";
import { SharedLinks } from "../links/shared-links";
import { SettleAs, StartYourOwn } from "./shared-actions";
import { StatementFigure } from "./statement-figure";
import { PaymentsLeft, PaymentsMade, PlansUsed } from "./statement-lists";
import { Expenses, People, Sums } from "./statement-tables";
import { Wrapped } from "./wrapped";

export type StatementScreenProps = {
  group: { _id: string; title: string };
  statement: Statement;
  /** The first ones, or all. */
  expenses: readonly StatementExpense[];
  /** The expense with the largest amount; null: there are none. */
  largest: StatementExpense | null;
  /** Those that the viewer may revoke. */
  links: readonly SharedLink[];
  /** Whether the viewer may share the statement. */
  mayShare: boolean;
  all?: ShowAll;
};

/** Whether all rows are shown, from the address: `print` also prints them. */
export type ShowAll = string | undefined;

/** How many rows of a list are shown at first. */
const FIRST_ROWS = 30;

export const rowsOf = (all: ShowAll) => (all ? MAX_PRINTED : FIRST_ROWS);

/** The statement of an event, the same for everyone: its expenses, what each person paid and shares, and the payments. */
export function StatementScreen(props: StatementScreenProps) {
  const { group, statement, expenses, largest, links, mayShare, all } = props;
  const { event } = statement;
  const nameOf = namesIn(statement);
  const wrapped = event.closedAt !== null && largest !== null;
  return (
    <StatementPage
      statement={statement}
      all={all}
      detail={
        <span className="parts">
          <span>Statement</span> <Bdi>{group.title}</Bdi> <Day iso={event.date} />
        </span>
      }
      backTo={eventPath(group._id, event._id)}
      first={
        <>
          {wrapped ? <Wrapped statement={statement} largest={largest} nameOf={nameOf} /> : null}
          <Expenses expenses={expenses} count={event.expenseCount} rows={rowsOf(all)} nameOf={nameOf} />
        </>
      }
    >
      {wrapped ? null : <StatementFigure statement={statement} />}
      {mayShare || links.length > 0 ? (
        <SharedLinks event={{ _id: event._id, title: event.title }} links={links} mayShare={mayShare} />
      ) : null}
      <div className="print:hidden">
        <DownloadMenu files={expenseFiles(`/api/events/${event._id}/expenses.csv`)} />
      </div>
    </StatementPage>
  );
}

export type SharedStatementProps = {
  token: string;
  statement: Statement;
  /** The name of who shares it. */
  by: string;
  /** The event, for a member; null: the reader cannot open it. */
  place: { groupId: string; eventId: string } | null;
  /** Whether the reader has a session. */
  known: boolean;
  all?: ShowAll;
};

/** The statement as whoever has a link to it sees it: names, days, and amounts of this event, and nothing else. */
export function SharedStatement({ token, statement, by, place, known, all }: SharedStatementProps) {
  return (
    <StatementPage
      statement={statement}
      all={all}
      detail={
        <span className="parts">
          <span>Statement</span> <Day iso={statement.event.date} />{" "}
          <span>
            shared by <Bdi>{by}</Bdi>
          </span>
        </span>
      }
      first={
        <>
          <StatementFigure statement={statement} />
          <SettleAs token={token} statement={statement} place={place} />
        </>
      }
    >
      {known ? null : <StartYourOwn />}
    </StatementPage>
  );
}

type StatementPageProps = {
  statement: Statement;
  all: ShowAll;
  detail: ReactNode;
  backTo?: Route;
  /** Above what everyone sees. */
  first: ReactNode;
  children?: ReactNode;
};

function StatementPage({ statement, all, first, children, ...header }: StatementPageProps) {
  const { event, people, made, left, transfers } = statement;
  const rows = rowsOf(all);
  const longest = Math.max(event.expenseCount, people.length, made.length, left.length, transfers.length);
  const list = { statement, rows, nameOf: namesIn(statement) };
  return (
    <Page title={<Title>{event.title}</Title>} action={<PrintButton partly={longest > rows} />} {...header}>
      {first}
      <People {...list} />
      <PaymentsMade {...list} />
      <PlansUsed {...list} />
      <PaymentsLeft {...list} />
      <Sums {...list} />
      <DayByDay {...list} />
      {children}
      {all === "print" ? <PrintNow /> : null}
    </Page>
  );
}

/** The short names of everyone in a statement. */
function namesIn({ event: { closedBy }, people, made, left, transfers, plans }: Statement) {
  const paying = [...made, ...left, ...transfers].flatMap(({ from, to }) => [from, to]);
  const acting = [...plans.map(({ usedBy }) => usedBy), ...(closedBy ? [closedBy] : [])];
  return shortNames([...people.map(({ user }) => user), ...paying, ...acting]);
}
