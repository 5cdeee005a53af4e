import { isolate } from "./text/isolate";
import { formatCents } from "./money/money";
import { EVERY_WORDS } from "./series/in-words";
import type { Every } from "./series/rhythm";

/** The parts of a sentence. The reader is "You", or "you" after the verb. */
type Parts = {
  subject: string;
  /** The first of the people concerned, after the verb. */
  person: string;
  /** The payer and the receiver of a payment. */
  payer: string;
  receiver: string;
  /** The subject is the payer, or the receiver. */
  side: "payer" | "receiver" | null;
  /** The creator of the link that somebody joined with; "" for none. */
  whose: string;
  title: string;
  /** The event or group of a plan. */
  planned: string;
  /** Of an import: `412 expenses and 30 payments from Splitwise`. */
  imported: string;
  amount: string;
  /** Of a move: the titles of the two events; only the reader's group names its own. */
  from: string;
  to: string;
  /** `, repeats monthly`; "" for what does not. */
  repeats: string;
};

/** The kinds of activity in a group, and what is said about each. */
const SENTENCES = {
  "group-created": ({ subject }) => `${subject} created the group`,
  "group-edited": ({ subject }) => `${subject} changed the group`,
  "group-split": ({ subject }) => `${subject} changed the usual split`,
  "group-deleted": ({ subject }) => `${subject} deleted the group`,
  "group-restored": ({ subject }) => `${subject} restored the group`,
  "member-invited": ({ subject, person }) => `${subject} invited ${person}`,
  "invitation-declined": ({ subject }) => `${subject} declined the invitation`,
  "invitation-withdrawn": ({ subject, person }) => `${subject} withdrew the invitation to ${person}`,
  "guest-added": ({ subject, person }) => `${subject} added ${person} without an account`,
  "guest-claimed": ({ subject, title }) => `${subject} signed in as the guest ${title}`,
  "member-joined": ({ subject, whose }) => `${subject} joined ${whose ? `with ${whose} link` : "the group"}`,
  "member-left": ({ subject }) => `${subject} left the group`,
  "member-removed": ({ subject, person }) => `${subject} removed ${person} from the group`,
  "event-created": ({ subject, title }) => `${subject} created ${title}`,
  "event-edited": ({ subject, title }) => `${subject} changed ${title}`,
  "event-split": ({ subject, title }) => `${subject} changed the usual split of ${title}`,
  "event-deleted": ({ subject, title }) => `${subject} deleted ${title}`,
  "event-restored": ({ subject, title }) => `${subject} restored ${title}`,
  "event-closed": ({ subject, title }) => `${subject} closed ${title}`,
  "event-reopened": ({ subject, title }) => `${subject} reopened ${title}`,
  "expense-added": ({ subject, title, amount, repeats }) => `${subject} added ${title}, ${amount}${repeats}`,
  "expense-repeated": ({ title, amount, repeats }) => `${title}, ${amount}${repeats}`,
  "expense-edited": ({ subject, title }) => `${subject} changed ${title}`,
  "expense-deleted": ({ subject, title, amount }) => `${subject} deleted ${title}, ${amount}`,
  "expense-restored": ({ subject, title, amount }) => `${subject} restored ${title}, ${amount}`,
  "expense-moved": ({ subject, title, from, to }) => `${subject} moved ${title} from ${from} to ${to}`,
  "payment-settled": ({ subject, payer, receiver, amount, side }) => {
    if (side === "payer") return `${subject} paid ${receiver} ${amount}`;
    if (side === "receiver") return `${subject} recorded that ${payer} paid ${receiver} ${amount}`;
    return `${subject} settled: ${payer} paid ${receiver} ${amount}`;
  },
  "payment-unsettled": ({ subject, payer, receiver, amount }) =>
    `${subject} undid a payment: ${payer} to ${receiver}, ${amount}`,
  "plan-applied": ({ subject, planned }) => `${subject} simplified the payments in ${planned}`,
  "plan-undone": ({ subject, planned }) => `${subject} undid the simplified payments in ${planned}`,
  "import-added": ({ subject, imported }) => `${subject} imported ${imported}`,
  "import-undone": ({ subject, imported }) => `${subject} undid the import of ${imported}`,
  "series-added": ({ subject, title, amount, repeats }) => `${subject} added ${title}, ${amount}${repeats}`,
  "series-edited": ({ subject, title }) => `${subject} changed ${title}, which repeats`,
  "series-paused": ({ subject, title }) => `${subject} paused ${title}, which repeats`,
  "series-resumed": ({ subject, title }) => `${subject} resumed ${title}, which repeats`,
  "series-skipped": ({ subject, title }) => `${subject} skipped the next ${title}`,
  "series-stopped": ({ subject, title }) => `${subject} stopped repeating ${title}`,
  "series-held": ({ title }) => `${title} is paused and does not repeat`,
  comment: ({ subject, title }) => `${subject} commented on ${title}`,
} satisfies Record<string, (parts: Parts) => string>;

export type ActivityKind = keyof typeof SENTENCES;
export const ACTIVITY_KINDS = Object.keys(SENTENCES) as ActivityKind[];

/** The input of an activity's sentence. Ids identify people; names are shown. */
export type ActivityFacts = {
  kind: ActivityKind;
  actor: { _id: string; name: string };
  /**
   * The people concerned: the person invited, added, or removed; the person who joined, and then whose link they used;
   * for a payment, the payer and then the receiver; everyone whose payments a plan changed.
   */
  people: readonly { _id: string; name: string }[];
  /**
   * The title of the event or expense at that time; of a plan of a whole group, ""; the name of a guest who was
   * claimed; what was imported.
   */
  title: string;
  /** The amount of an expense or payment. */
  cents: number | null;
  /** The old and new values in words; of a move, only the events. */
  changes?: readonly { before: string; after: string }[];
  /** How often the expense repeats. */
  every?: Every | undefined;
};

type Named = { _id: string; name: string };

/**
 * @param viewer id of the reader
 * @param nameOf returns the displayed name of a person
 * @returns `You added Dinner, $12.00`, `Ben paid you $5.00`; for screens, because names are isolated
 */
export function activitySentence(
  activity: ActivityFacts,
  viewer: string,
  nameOf: (person: Named) => string,
): string {
  const { kind, actor, people, cents, every } = activity;
  const name = (person: Named | undefined, you: "You" | "you") =>
    !person ? "someone" : person._id === viewer ? you : isolate(nameOf(person));
  const [first, second] = people;
  const [change] = activity.changes ?? [];
  const title = isolate(activity.title);
  const side = actor._id === first?._id ? "payer" : actor._id === second?._id ? "receiver" : null;
  return SENTENCES[kind]({
    subject: name(actor, "You"),
    person: name(first, "you"),
    // "Cleo settled: You paid Ana $5.00" has a sentence of its own.
    payer: name(first, kind === "payment-settled" && !side ? "You" : "you"),
    receiver: side === "receiver" && actor._id !== viewer ? "them" : name(second, "you"),
    side,
    whose: second ? (second._id === viewer ? "your" : `${name(second, "you")}'s`) : "",
    title,
    planned: activity.title ? title : "the group",
    imported: activity.title,
    amount: cents === null ? "" : `${cents < 0 ? "a refund of " : ""}${formatCents(Math.abs(cents))}`,
    from: change?.before ? isolate(change.before) : "another group",
    to: change?.after ? isolate(change.after) : "another group",
    repeats: every ? `, repeats ${EVERY_WORDS[every]}` : "",
  });
}
