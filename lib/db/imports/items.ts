import { ObjectId } from "mongodb";
import { detailsOf } from "@/lib/core/expenses/details";
import { MAX_NOTE } from "@/lib/core/limits";
import type { ImportExpense, ImportPayment, ImportPlanPart, ImportRow } from "@/lib/core/imports/import-file";
import { asNet, netDeltas, parsePair } from "@/lib/core/money/ledger";
import { EQUAL_SPLIT, splitExpense, type Share, type Split } from "@/lib/core/money/split";
import { sumByKey } from "@/lib/core/money/money";
import type { ExpenseDoc, SettlementDoc, TransferDoc } from "../documents";
import { DAY_MS } from "@/lib/core/text/dates";
import { dateOf } from "../expenses";
import { storedMoney } from "../expenses/money";
import { idFrom } from "../hash";
import { toIds } from "../ids";
import { newPayment } from "../settlements";

// The documents of imported rows.

/** Where and by whom a row is imported. */
export type Place = {
  eventId: ObjectId;
  groupId: ObjectId;
  /** The people of the import, by position, in hex; two positions can be the same person after a claim. */
  users: readonly string[];
  /** Who imports it. Whom the file names is not taken: members could be named who have done nothing. */
  actor: ObjectId;
  at: Date;
};

/** The positions of all people whose money a row moves. */
export function peopleOf(row: ImportRow): number[] {
  switch (row.kind) {
    case "expense":
      return [
        ...[...row.payers, ...row.shares].map(({ person }) => person),
        ...(row.debts ?? []).flatMap(({ from, to }) => [from, to]),
      ];
    case "payment":
      return [row.from, row.to];
    case "plan":
      return [...row.debts, ...row.replaced].flatMap(({ from, to }) => [from, to]);
  }
}

const NOTE_OF_RECONSTRUCTED = "Payer reconstructed: the imported file does not say who paid.";

/** @throws RangeError if the payments or shares do not sum to the amount */
export function toExpense(row: ImportExpense, place: Place): ExpenseDoc {
  const { eventId, groupId, users, at } = place;
  const createdBy = place.actor;
  const createdAt = row.createdAt ? pastOf(row.createdAt, at) : at;
  const payers = partsOf(row.payers, users);
  const shares = partsOf(row.shares, users);
  const { _id, split } = splitOf(row, shares, users);
  const splitWith = toIds(shares.map(({ user }) => user));
  const money = storedMoney({ cents: row.cents, splitWith, split, payers }, _id, createdBy, shares);
  const marked = [row.note, NOTE_OF_RECONSTRUCTED].filter(Boolean).join("\n");
  const isMarked = row.payerReconstructed && marked.length <= MAX_NOTE;
  return {
    _id,
    eventId,
    groupId,
    description: row.description,
    ...money,
    debts: debtsOfRow(row, money.debts, users),
    date: row.createdAt ? dateOf(dayOf(row), createdAt) : inOrder(row),
    createdBy,
    createdAt,
    updatedAt: createdAt,
    rev: 0,
    ...detailsOf({ note: isMarked ? marked : row.note }, row),
    deletedAt: null,
  };
}

/** The debts that the file states, if each person is owed what they paid minus their share; otherwise derived ones. */
function debtsOfRow(
  { debts }: ImportExpense,
  derived: ExpenseDoc["debts"],
  users: readonly string[],
): ExpenseDoc["debts"] {
  const stated = debts ? debtsOf(debts, users) : derived;
  const off = netDeltas({ debts: derived }, { debts: stated }).flatMap(({ pair, net }) => {
    const [lo, hi] = parsePair(pair);
    return [[lo, -net] as const, [hi, net] as const];
  });
  return sumByKey(off).size === 0 ? stated : derived;
}

/** The amounts by person, each once. */
function partsOf(parts: readonly { person: number; cents: number }[], users: readonly string[]): Share[] {
  const sums = new Map<string, number>();
  for (const { person, cents } of parts) {
    const user = users[person]!;
    sums.set(user, (sums.get(user) ?? 0) + cents);
  }
  return [...sums].map(([user, cents]) => ({ user, cents })).sort((a, b) => (a.user < b.user ? -1 : 1));
}

/**
 * How many ids are tried: which people get the odd cents of a split depends on the expense's id. Fewer for many people, for
 * whom each takes longer.
 */
const triesFor = (people: number) => Math.min(64, Math.ceil(2_000 / people));

/**
 * How the expense is split: as the file says, or equally if it does not, provided that this leads to its shares;
 * otherwise by their amounts.
 */
function splitOf(row: ImportExpense, shares: readonly Share[], users: readonly string[]) {
  const people = shares.map(({ user }) => user);
  const split: Split =
    row.split && row.split.mode !== "equal"
      ? {
          mode: row.split.mode,
          values: row.split.values.map(({ person, value }) => ({ user: users[person]!, value })),
        }
      : EQUAL_SPLIT;
  const off = (id: ObjectId) => {
    const result = splitExpense(row.cents, people, split, id.toHexString());
    return Math.max(...result.map(({ cents }, index) => Math.abs(cents - shares[index]!.cents)));
  };
  try {
    for (let tries = triesFor(people.length); tries > 0; tries--) {
      const _id = new ObjectId();
      const most = off(_id);
      if (most === 0) return { _id, split };
      if (most > 1) break;
    }
  } catch (error) {
    // It is not a split of this amount and these people.
    if (!(error instanceof RangeError)) throw error;
  }
  const values = shares.map(({ user, cents }) => ({ user, value: cents }));
  return { _id: new ObjectId(), split: { mode: "amounts", values } satisfies Split };
}

/** A settled payment, which was never merged into an open one. Its two people are different. */
export function toPayment(row: ImportPayment, place: Place): SettlementDoc {
  const [from, to] = [place.users[row.from]!, place.users[row.to]!];
  const { pair, net } = asNet({ from, to, cents: row.cents });
  const settledAt = row.settledAt ? pastOf(row.settledAt, place.at) : inOrder(row);
  return {
    ...newPayment(place, pair, settledAt),
    net,
    settled: true,
    settledAt,
    settledBy: place.actor,
    method: row.method,
    note: row.note,
  };
}

/** A part of a plan. All parts have the same plan, whenever and in whichever order they come. */
export function toTransfers(row: ImportPlanPart, place: Place): TransferDoc {
  return {
    _id: new ObjectId(),
    planId: idFrom(`${place.groupId.toHexString()} ${row.plan}`),
    of: row.of,
    eventId: place.eventId,
    groupId: place.groupId,
    debts: debtsOf(row.debts, place.users),
    replaced: debtsOf(row.replaced, place.users),
    createdBy: place.actor,
    createdAt: pastOf(row.usedAt, place.at),
    deletedAt: null,
  };
}

const debtsOf = (list: ImportPlanPart["debts"], users: readonly string[]) =>
  netDeltas(null, {
    debts: list
      .map(({ from, to, cents }) => ({ from: users[from]!, to: users[to]!, cents }))
      .filter(({ from, to }) => from !== to)
      .map(asNet),
  });

const dayOf = ({ date }: ImportRow) => new Date(`${date}T00:00:00.000Z`);

/** A moment of the row's day. The rows of a day stay in the order of the file. */
const inOrder = (row: ImportRow) => new Date(dayOf(row).getTime() + Math.min(row.row, DAY_MS - 1));

/** A moment that the file states, but not later than now. */
const pastOf = (stated: string, now: Date) => new Date(Math.min(new Date(stated).getTime(), now.getTime()));
