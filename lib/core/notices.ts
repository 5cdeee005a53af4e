import type { ActivityKind } from "./activity";
import { formatCents, sumCents } from "./money/money";
import { longMonthName } from "./text/dates";
import { pluralize } from "./text/pluralize";

// Notices tell people what concerns them (docs/rules.md#notices).

/** The kinds of notices, each with its own switches, and their names in the settings. */
export const NOTICE_KINDS = {
  charged: "Expenses I have a share in",
  paid: "Payments to or from me",
  invited: "Invitations and friend requests",
  joined: "Accepted invitations and friend requests",
  comment: "Comments on my expenses",
  closing: "Closed events",
  repeating: "Repeating expenses",
  reminder: "Reminders",
  summary: "Monthly summary",
} as const;

export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_LIST = Object.keys(NOTICE_KINDS) as NoticeKind[];

/** The channels by which notices are sent outside the application. */
export const CHANNELS = ["push", "email"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The kind of notice that an activity causes; other activities cause none. */
const OF_ACTIVITY: Partial<Record<ActivityKind, NoticeKind>> = {
  "expense-added": "charged",
  "expense-edited": "charged",
  "expense-deleted": "charged",
  "expense-restored": "charged",
  "expense-moved": "charged",
  "payment-settled": "paid",
  "payment-unsettled": "paid",
  "plan-applied": "paid",
  "plan-undone": "paid",
  "member-invited": "invited",
  "member-joined": "joined",
  comment: "comment",
  "event-closed": "closing",
  "expense-repeated": "repeating",
  "series-held": "repeating",
};

export const noticeOf = (kind: ActivityKind): NoticeKind | undefined => OF_ACTIVITY[kind];

/** Whether no person does this. Then the activity's actor gets a notice, too. */
export const happensByItself = (kind: ActivityKind): boolean => noticeOf(kind) === "repeating";

/** Activities within this many milliseconds are combined into one notice. */
export const DIGEST_MS = 10 * 60_000;
/** The maximum number of activities in a notice. */
export const MAX_DIGEST = 200;
/** The maximum number of groups, and of people, that a user can mute. */
export const MAX_MUTED = 200;
/** The smallest open payment, in cents, for which a reminder can be sent … */
export const REMIND_FROM_CENTS = 500;
/** … at most once in this many days for each sender and recipient. */
export const REMIND_DAYS = 3;
/** Notices are purged after this many days. */
export const NOTICE_DAYS = 90;

/** The recipient's part of an expense. */
export type ToldExpense = {
  title: string;
  /** Cents. */
  share: number;
  paid: number;
  /** Who deleted it, as the subject of a sentence; null if it was not deleted. */
  deletedBy: string | null;
};

/** What a notice about expenses says. Names and titles are used unchanged. */
export type ChargedFacts = {
  /** At least one. */
  expenses: readonly ToldExpense[];
  /** The last person to change them. */
  actor: string;
  /** null for one-to-one expenses. */
  event: string | null;
  /** The open balance with the payer. */
  open: Open | null;
};

/** The open balance between the recipient and another person in an event. Positive cents: the recipient owes. */
export type Open = { name: string; cents: number };

/** `Your share of Dinner is $15.00. You owe Ana $40.02 in Lisbon weekend.` */
export function chargedText({ expenses, actor, event, open }: ChargedFacts): string {
  const where = event === null ? "" : ` in ${event}`;
  const present = expenses.filter(({ deletedBy }) => deletedBy === null);
  const [only] = expenses;
  if (expenses.length === 1 && only) return `${oneText(only, actor)}${openText(open, where)}`;
  if (present.length === 0) {
    const [by, ...others] = new Set(expenses.map(({ deletedBy }) => deletedBy));
    const what = `${expenses.length} expenses`;
    return others.length === 0 ? `${by} deleted ${what}${where}.` : `${what}${where} were deleted.`;
  }
  const what = pluralize(present.length, "expense");
  return `${what}${where}: ${partsText(present)}.${openText(open, where)}`;
}

/** The recipient's part of several expenses. Shares of refunds are not subtracted from other shares. */
function partsText(expenses: readonly ToldExpense[]): string {
  const sum = (of: "share" | "paid", sign: 1 | -1) =>
    sumCents(expenses.map((one) => Math.max(0, sign * one[of])));
  const [shares, refunded, paid, received] = [
    sum("share", 1),
    sum("share", -1),
    sum("paid", 1),
    sum("paid", -1),
  ];
  const parts = [
    shares > 0 ? `your shares come to ${formatCents(shares)}` : "",
    refunded > 0 ? `your share of refunds is ${formatCents(refunded)}` : "",
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(", and ");
  if (paid > 0) return `you paid ${formatCents(paid)}`;
  return received > 0 ? `you received ${formatCents(received)}` : "you no longer have a share";
}

function oneText({ title, share, paid, deletedBy }: ToldExpense, actor: string): string {
  if (deletedBy !== null)
    return `${deletedBy} deleted ${title}.${share > 0 ? ` Your share was ${formatCents(share)}.` : ""}`;
  if (share > 0) return `Your share of ${title} is ${formatCents(share)}.`;
  if (share < 0) return `Your share of the refund ${title} is ${formatCents(-share)}.`;
  if (paid > 0) return `${actor} recorded that you paid ${formatCents(paid)} for ${title}.`;
  if (paid < 0) return `${actor} recorded that you received ${formatCents(-paid)} for ${title}.`;
  return `You no longer have a share in ${title}.`;
}

/** ` You owe Ana $40.02 in Lisbon weekend.`; "" if nothing is open. @param where ` in Lisbon weekend`, or "" */
export function openText(open: Open | null, where: string): string {
  if (!open || open.cents === 0) return "";
  const amount = formatCents(Math.abs(open.cents));
  return open.cents > 0
    ? ` You owe ${open.name} ${amount}${where}.`
    : ` ${open.name} owes you ${amount}${where}.`;
}

/** ` You owe $60.02 to 2 people. Ben owes you $12.00.`: an event's open balances, in both directions; "" if none. */
export function stillOpenText(open: readonly Open[]): string {
  const owed = open.filter(({ cents }) => cents < 0);
  return sideText(open.filter(({ cents }) => cents > 0)) + sideText(owed);
}

/** @param side balances in one direction: all owed by the recipient, or all owed to them */
function sideText(side: readonly Open[]): string {
  const [first] = side;
  if (!first || side.length === 1) return openText(first ?? null, "");
  const [amount, people] = [sumCents(side.map(({ cents }) => Math.abs(cents))), `${side.length} people`];
  return first.cents > 0
    ? ` You owe ${formatCents(amount)} to ${people}.`
    : ` ${people} owe you ${formatCents(amount)}.`;
}

/**
 * `Your share for November was $812.40. You owe $40.02 and are owed $12.00.`
 * @param summary.month `2026-11`; amounts are in cents, and only the share can be negative
 */
export function summaryText(summary: { month: string; share: number; owes: number; owed: number }): string {
  const { month, share, owes, owed } = summary;
  const spent = `Your share for ${longMonthName(new Date(month))} was ${formatCents(share)}.`;
  if (owes === 0 && owed === 0) return `${spent} You’re all settled.`;
  const parts = [
    owes > 0 ? `You owe ${formatCents(owes)}` : "",
    owed > 0 ? (owes > 0 ? `are owed ${formatCents(owed)}` : `You are owed ${formatCents(owed)}`) : "",
  ];
  return `${spent} ${parts.filter(Boolean).join(" and ")}.`;
}

const NUMBER = String.raw`\d(?:[\d.,]*\d)?`;
/** Amounts as the application or people write them: with a currency symbol, or with two decimals. */
const AMOUNT = new RegExp(
  String.raw`[-−]?(?:\p{Sc}\s?${NUMBER}|${NUMBER}\s?\p{Sc}|\d[\d.,]*[.,]\d\d(?!\d))`,
  "gu",
);

/** Hides amounts of money in a text: `Your share of Dinner is …` */
export const withoutAmounts = (text: string): string => text.replace(AMOUNT, "…");
