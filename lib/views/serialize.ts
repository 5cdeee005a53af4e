import "server-only";
import type { ObjectId } from "mongodb";
import { partsOf } from "@/lib/core/events";
import { returnedDetails } from "@/lib/core/expenses/details";
import { groupBy } from "@/lib/core/group-by";
import { payerFirst } from "@/lib/core/money/ledger";
import { maskEmail, DELETED_USER } from "@/lib/core/people";
import { hexOf, type Id } from "@/lib/core/rights";
import { dateOnly } from "@/lib/core/text/dates";
import { centsToDollars, sumCents } from "@/lib/core/money/money";
import type {
  EventDoc,
  ExpenseDoc,
  GroupDoc,
  SessionDoc,
  SettlementDoc,
  UserDoc,
} from "@/lib/db/collections";
import type { PersonDoc } from "@/lib/db/people";
import type { Session } from "@/lib/contract/account";
import type { Event, Contribution } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { Person, User } from "@/lib/contract/people";
import type { Settlement } from "@/lib/contract/settlements";
import type { SpendingEntry } from "@/lib/core/spending";
import type { Viewer } from "@/lib/server/access";

// Converts documents to responses field by field, so that no other field of a document leaves the server.

/** The id and the title of a group or an event. */
export const toTitled = ({ _id, title }: { _id: ObjectId; title: string }) => ({
  _id: _id.toHexString(),
  title,
});

/** A person's name and picture; "" if there is none. */
export function toPerson({ _id, name, image, guest }: PersonDoc): Person {
  return { _id: _id.toHexString(), name, picture: image ?? "", ...(guest && { guest: true as const }) };
}

/** The viewer, as other people are loaded. */
export const personOf = ({ _id, name, picture }: Viewer): PersonDoc => ({ _id, name, image: picture });

/** A user as others see them, with a masked email (docs/rules.md#people). */
export function toUser(user: UserDoc): User {
  return { ...toPerson(user), email: user.email === undefined ? "" : maskEmail(user.email) };
}

/** A user as they see themselves. */
export function toSelf(user: UserDoc): User {
  return { ...toPerson(user), email: user.email ?? "" };
}

/** @param current the id of the session of the request, in hex */
export function toSession({ _id, device, since, usedOn }: SessionDoc, current: string): Session {
  const id = _id.toHexString();
  return {
    _id: id,
    device,
    since: since.toISOString(),
    lastUsedOn: dateOnly(usedOn.toISOString()),
    current: id === current,
  };
}

/** Looks up people by id; returns a placeholder for unknown ones. */
export type Names = (id: Id) => Person;

export function namesOf(people: Iterable<PersonDoc>): Names {
  const byId = new Map([...people].map((person) => [person._id.toHexString(), toPerson(person)]));
  return (id) => {
    const hex = hexOf(id);
    return byId.get(hex) ?? { _id: hex, name: DELETED_USER, picture: "" };
  };
}

export function toGroup(group: GroupDoc, names: Names): Group {
  return {
    _id: group._id.toHexString(),
    title: group.title,
    icon: group.icon,
    members: group.members.map(names),
    createdBy: names(group.createdBy),
    createdAt: group.createdAt.toISOString(),
    rev: group.rev,
    ...(group.pair !== undefined && { pair: true as const }),
  };
}

export function toEvent(event: EventDoc, names: Names): Event {
  const contributions = partsOf(event.tally)
    .sort((a, b) => b.paid - a.paid || b.share - a.share)
    .map(({ user, paid, share }) => ({
      user: names(user),
      paid: centsToDollars(paid),
      share: centsToDollars(share),
    }));
  return {
    _id: event._id.toHexString(),
    groupId: event.groupId.toHexString(),
    title: event.title,
    date: event.date.toISOString(),
    participants: event.participants.map(names),
    createdBy: names(event.createdBy),
    createdAt: event.createdAt.toISOString(),
    closedAt: event.closedAt?.toISOString() ?? null,
    closedBy: event.closedBy ? names(event.closedBy) : null,
    total: centsToDollars(event.totalCents),
    expenseCount: event.expenseCount,
    contributions,
    rev: event.rev,
  };
}

type Parts = ExpenseDoc["shares"];

/** Who pays how many dollars. */
export const toPayers = (payers: Parts, names: Names) =>
  payers.map(({ user, cents }) => ({ user: names(user), amount: centsToDollars(cents) }));

/** The dollars of each person, by id. */
export const toShares = (shares: Parts) =>
  shares.map(({ user, cents }) => ({ user: user.toHexString(), amount: centsToDollars(cents) }));

/** A split in its own units: the stored values are hundredths of dollars, percent, or shares. */
export const toSplit = <Mode>({ mode, values }: { mode: Mode; values: ExpenseDoc["split"]["values"] }) => ({
  mode,
  values: values.map(({ user, value }) => ({ user: user.toHexString(), value: value / 100 })),
});

export function toExpense(expense: ExpenseDoc, names: Names): Expense {
  return {
    _id: expense._id.toHexString(),
    eventId: expense.eventId.toHexString(),
    description: expense.description,
    amount: centsToDollars(expense.cents),
    paidBy: names(expense.paidBy),
    payers: toPayers(expense.payers, names),
    recordedBy: names(expense.createdBy),
    splitWith: expense.splitWith.map(names),
    split: toSplit(expense.split),
    shares: toShares(expense.shares),
    ...returnedDetails(expense),
    date: expense.date.toISOString(),
    createdAt: expense.createdAt.toISOString(),
    updatedAt: expense.updatedAt.toISOString(),
    rev: expense.rev,
    ...(expense.series && { series: expense.series.toHexString(), number: expense.number! }),
  };
}

/** A settlement as a payment from one person to another. Its net is not zero, of which `verify` makes sure. */
export function toSettlement(settlement: SettlementDoc, names: Names): Settlement {
  const [from, to] = payerFirst(settlement.net, settlement.users);
  return {
    _id: settlement._id.toHexString(),
    eventId: settlement.eventId.toHexString(),
    from: names(from),
    to: names(to),
    amount: centsToDollars(Math.abs(settlement.net)),
    settled: settlement.settled,
    settledAt: settlement.settledAt?.toISOString() ?? null,
    settledBy: settlement.settledBy ? names(settlement.settledBy) : null,
    method: settlement.method ?? null,
    note: settlement.note ?? "",
    batchId: settlement.batchId?.toHexString() ?? null,
  };
}

/** The sum, in dollars. */
export const dollarsOf = (entries: readonly SpendingEntry[]): number =>
  centsToDollars(sumCents(entries.map(({ cents }) => cents)));

/** What each person paid, and their share, from the figures of a group; the largest share first. */
export function contributionsOf(entries: readonly SpendingEntry[], names: Names): Contribution[] {
  const isPaid = ({ part }: SpendingEntry) => part === "paid";
  return [...groupBy(entries, ({ user }) => user)]
    .map(([id, own]) => ({
      user: names(id),
      paid: dollarsOf(own.filter(isPaid)),
      share: dollarsOf(own.filter((one) => !isPaid(one))),
    }))
    .sort((a, b) => b.share - a.share || b.paid - a.paid);
}
