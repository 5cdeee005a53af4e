import type { Route } from "next";
import { Fragment, type ReactNode } from "react";
import { balanceToCents, formatDollars } from "@/lib/core/money/money";
import { PAYMENT_METHOD_NAMES } from "@/lib/core/settlements";
import { formatCount, pluralize } from "@/lib/core/text/pluralize";
import type { Statement } from "@/lib/contract/statements";
import type { SharedLink } from "@/lib/contract/links";
import { eventPath, statementPath } from "@/lib/paths";
import { shortNames } from "@/components/people/short-names";
import { ActionBar } from "@/components/ui/action-bar";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { Card } from "@/components/ui/card";
import { Day, LocalDay } from "@/components/ui/day";
import { Link } from "@/components/ui/link";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Title } from "@/components/ui/title";
import { TableHead } from "@/components/ui/table-head";
import { Sentence } from "@/components/ui/sentence";
import { DayByDay } from "./day-by-day";
import { Net } from "./net";
import { PrintButton } from "./print-button";
import { SavePicture } from "./save-picture";
import { SharedLinks } from "../links/shared-links";
import { PICTURE, pictureUrl, statementPicture } from "./statement-picture";

export type StatementScreenProps = {
  group: { _id: string; title: string };
  statement: Statement;
  /** Those that the viewer may revoke. */
  links: readonly SharedLink[];
  /** Whether the viewer may share the statement. */
  mayShare: boolean;
  /** See {@link StatementScreen}. */
  rows?: string | undefined;
};

/**
 * The statement of an event, the same for everyone: what each person paid and shares, and the payments made and left.
 * @param props.rows how many rows of each list are shown, from the address
 */
export function StatementScreen({ group, statement, links, mayShare, rows }: StatementScreenProps) {
  const { event } = statement;
  return (
    <StatementPage
      statement={statement}
      rows={rows}
      detail={
        <>
          Statement · <Bdi>{group.title}</Bdi> · <Day iso={event.date} />
        </>
      }
      backTo={eventPath(group._id, event._id)}
    >
      {mayShare || links.length > 0 ? (
        <SharedLinks event={{ _id: event._id, title: event.title }} links={links} mayShare={mayShare} />
      ) : null}
    </StatementPage>
  );
}

export type SharedStatementProps = {
  statement: Statement;
  /** The name of who shares it. */
  by: string;
  rows?: string | undefined;
};

/** The statement as whoever has a link to it sees it: names and amounts of this event, and nothing else. */
export function SharedStatement({ statement, by, rows }: SharedStatementProps) {
  return (
    <StatementPage
      statement={statement}
      rows={rows}
      detail={
        <>
          Statement · <Day iso={statement.event.date} /> · shared by <Bdi>{by}</Bdi>
        </>
      }
    />
  );
}

type StatementPageProps = {
  statement: Statement;
  rows: string | undefined;
  detail: ReactNode;
  backTo?: Route;
  children?: ReactNode;
};

/** How many rows of a list are shown at first, and how many more each time. */
const FIRST_ROWS = 30;
const MORE_ROWS = 500;

function StatementPage({ statement, rows, children, ...header }: StatementPageProps) {
  return (
    <Page>
      <PageHeader title={<Title>{statement.event.title}</Title>} {...header} />
      <StatementBody statement={statement} rows={Math.max(FIRST_ROWS, Math.floor(Number(rows)) || 0)} />
      <StatementPicture statement={statement} />
      {children}
      <ActionBar>
        <PrintButton />
      </ActionBar>
    </Page>
  );
}

/** The statement as a picture, drawn on the server: to look at, and to save. */
function StatementPicture({ statement }: { statement: Statement }) {
  return (
    <figure className="flex flex-col items-start gap-3 print:hidden">
      {/* oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize */}
      <img
        src={pictureUrl(statementPicture(statement))}
        alt="What each person paid, as animals on a level beam"
        {...PICTURE}
        className="h-auto w-full rounded-card border border-line"
      />
      <SavePicture />
    </figure>
  );
}

// Its keys are positions: a page contains the keys of its lists, and ids are nobody else's business.
function StatementBody({ statement, rows }: { statement: Statement; rows: number }) {
  const { event, people, made, left, transfers, offsets } = statement;
  const { closedAt, closedBy } = event;
  const payers = [...made, ...left, ...transfers].flatMap(({ from, to }) => [from, to]);
  const nameOf = shortNames([...people.map(({ user }) => user), ...payers, ...(closedBy ? [closedBy] : [])]);
  return (
    <>
      <Section id="people" heading={<Sentence>{`Total Expenses: ${formatDollars(event.total)}`}</Sentence>}>
        <p className="-mt-2 text-muted">
          {pluralize(event.expenseCount, "expense")}.{" "}
          {closedAt && closedBy ? (
            <>
              Closed on <LocalDay at={closedAt} /> by <Bdi>{nameOf(closedBy._id)}</Bdi>.
            </>
          ) : (
            "This event is open: its figures can still change."
          )}
        </p>
        <Card className="print:p-3">
          <People people={people.slice(0, rows)} total={event.total} />
          <More id="people" rows={rows} of={people.length} />
        </Card>
      </Section>
      <Payments id="made" rows={rows} heading="Payments made" empty="No payment has been made.">
        {made.map(({ from, to, amount, settledAt, method }, index) => (
          <PaymentLine key={index} amount={amount} pays={[nameOf(from._id), "paid", nameOf(to._id)]}>
            {settledAt ? <LocalDay at={settledAt} /> : null}
            {method ? ` · ${PAYMENT_METHOD_NAMES[method]}` : null}
          </PaymentLine>
        ))}
      </Payments>
      <Payments id="left" rows={rows} heading="Payments left" empty="Nothing is left to pay.">
        {left.map(({ from, to, amount }, index) => (
          <PaymentLine key={index} amount={amount} pays={[nameOf(from._id), "pays", nameOf(to._id)]} />
        ))}
      </Payments>
      {transfers.length > 0 ? (
        <Payments
          id="moved"
          rows={rows}
          heading="Moved between events"
          lead={<SettledWith {...{ event, offsets }} />}
        >
          {transfers.map(({ from, to, amount }, index) => (
            <PaymentLine key={index} amount={amount} pays={[nameOf(from._id), "to", nameOf(to._id)]} />
          ))}
        </Payments>
      ) : null}
      <DayByDay statement={statement} nameOf={nameOf} />
    </>
  );
}

/** The styles of the rows of a body, on a phone with a line break before paid and share. Here, because many rows repeat them. */
const ROWS =
  "*:after:w-full sm:*:after:hidden [&_th]:min-w-2/5 [&_th]:flex-1 [&_th]:text-base [&_th]:font-bold [&_th]:wrap-anywhere [&_[data-label]]:max-sm:order-1 [&_[data-label]]:max-sm:text-muted";

/** On a phone, a person's paid and share are below the name. The roles are explicit, because a grid layout loses them. */
function People({ people, total }: Pick<Statement, "people"> & { total: number }) {
  return (
    <table
      role="table"
      aria-labelledby="people"
      className="folding-table [&_tr]:items-baseline [&_tr]:justify-between [&_tr]:gap-x-4 [&_tr>*]:sm:py-2 [&_tr>*]:sm:text-right [&_tr>*]:sm:first:text-left [&_tr>*]:print:py-0.5"
    >
      <TableHead
        columns={["Person", "Paid", "Share", "Paid minus share"]}
        className="*:border-b *:border-line"
      />
      <tbody role="rowgroup" className={`${ROWS} *:border-b *:border-line *:py-2 *:first:pt-0`}>
        {people.map(({ user, paid, share, net }, index) => (
          <PersonRow
            key={index}
            name={<Bdi>{user.name}</Bdi>}
            paid={paid}
            share={share}
            net={<Net cents={balanceToCents(net)} />}
          />
        ))}
      </tbody>
      <tfoot role="rowgroup" className={`${ROWS} *:pt-2`}>
        <PersonRow name="Total" paid={total} share={total} net={<Bdi>{formatDollars(0)}</Bdi>} />
      </tfoot>
    </table>
  );
}

type PersonRowProps = { name: ReactNode; paid: number; share: number; net: ReactNode };

function PersonRow({ name, paid, share, net }: PersonRowProps) {
  return (
    <tr role="row">
      <th role="rowheader">{name}</th>
      <td role="cell" translate="no" data-label="paid">
        {formatDollars(paid)}
      </td>
      <td role="cell" translate="no" data-label="share">
        {formatDollars(share)}
      </td>
      <td role="cell">{net}</td>
    </tr>
  );
}

/** How many of the other events of plans are named. */
const NAMED = 5;

/** With which other events plans of the group settled this one. Whoever has a link to the statement sees none of them. */
function SettledWith({ event, offsets }: Pick<Statement, "event" | "offsets">) {
  const more = offsets.length - NAMED;
  return (
    <p className="-mt-2 text-muted">
      Settled with{" "}
      {offsets.length === 0
        ? "other events"
        : offsets.slice(0, NAMED).map(({ _id, title }, index) => (
            <Fragment key={_id}>
              {index > 0 ? ", " : null}
              <Link href={statementPath(event.groupId, _id)} className="underline">
                <Bdi>{title}</Bdi>
              </Link>
            </Fragment>
          ))}
      {more > 0 ? `, and ${pluralize(more, "more event")}` : null}. With these, everyone comes out even.
    </p>
  );
}

/** Leads to the same page with more rows, which works without JavaScript, and prints. */
function More({ id, rows, of }: { id: string; rows: number; of: number }) {
  if (of <= rows) return null;
  return (
    <p className="pt-2">
      {`and ${formatCount(of - rows)} more. `}
      <a href={`?rows=${rows + MORE_ROWS}#${id}`} className="font-bold underline print:hidden">
        Show more
      </a>
    </p>
  );
}

type PaymentsProps = {
  id: string;
  /** How many are shown. */
  rows: number;
  heading: string;
  lead?: ReactNode;
  /** Shown if there are no children. */
  empty?: string;
  children: readonly ReactNode[];
};

function Payments({ id, rows, heading, lead, empty, children }: PaymentsProps) {
  return (
    <Section id={id} heading={heading}>
      {lead}
      {children.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <Card className="print:p-3">
          <ul
            role="list"
            className="divide-y divide-line *:flex *:flex-wrap *:items-baseline *:justify-between *:gap-x-4 *:py-2 *:wrap-anywhere *:first:pt-0 *:last:pb-0 print:*:break-inside-avoid print:*:py-0.5"
          >
            {children.slice(0, rows)}
          </ul>
          <More id={id} rows={rows} of={children.length} />
        </Card>
      )}
    </Section>
  );
}

type PaymentLineProps = { amount: number; pays: [string, string, string]; children?: ReactNode };

/** `Ben paid Ana` */
function PaymentLine({ amount, pays: [from, verb, to], children }: PaymentLineProps) {
  return (
    <li>
      <span>
        <Bdi className="font-bold">{from}</Bdi> {verb} <Bdi className="font-bold">{to}</Bdi>{" "}
        <span className="text-sm text-muted">{children}</span>
      </span>{" "}
      <Amount dollars={amount} />
    </li>
  );
}
