import { isolate } from "./isolate";
import { formatCents } from "./money";

/** The kinds of activity in a group. */
export const ACTIVITY_KINDS = [
  "group-created",
  "group-edited",
  "group-deleted",
  "group-restored",
  "member-invited",
  "invitation-declined",
  "invitation-withdrawn",
  "member-joined",
  "member-left",
  "member-removed",
  "event-created",
  "event-edited",
  "event-deleted",
  "event-restored",
  "expense-added",
  "expense-edited",
  "expense-deleted",
  "expense-restored",
  "payment-settled",
  "payment-unsettled",
  "comment",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** The input of an activity's sentence. Ids identify people; names are shown. */
export type ActivityFacts = {
  kind: ActivityKind;
  actor: { _id: string; name: string };
  /** The people concerned: the person invited or removed; for a payment, the payer and then the receiver. */
  people: readonly { _id: string; name: string }[];
  /** The title of the event or expense at that time. */
  title: string;
  /** The amount of an expense or payment. */
  cents: number | null;
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
  const { kind, actor, people, cents } = activity;
  const title = isolate(activity.title);
  const name = (person: Named | undefined, you: "You" | "you") =>
    !person ? "someone" : person._id === viewer ? you : isolate(nameOf(person));
  const subject = name(actor, "You");
  const [first, second] = people;
  const person = name(first, "you");
  const amount = cents === null ? "" : formatCents(cents);
  switch (kind) {
    case "group-created":
      return `${subject} created the group`;
    case "group-edited":
      return `${subject} changed the group`;
    case "group-deleted":
      return `${subject} deleted the group`;
    case "group-restored":
      return `${subject} restored the group`;
    case "member-invited":
      return `${subject} invited ${person}`;
    case "invitation-declined":
      return `${subject} declined the invitation`;
    case "invitation-withdrawn":
      return `${subject} withdrew the invitation to ${person}`;
    case "member-joined":
      return `${subject} joined the group`;
    case "member-left":
      return `${subject} left the group`;
    case "member-removed":
      return `${subject} removed ${person} from the group`;
    case "event-created":
      return `${subject} created ${title}`;
    case "event-edited":
      return `${subject} changed ${title}`;
    case "event-deleted":
      return `${subject} deleted ${title}`;
    case "event-restored":
      return `${subject} restored ${title}`;
    case "expense-added":
      return `${subject} added ${title}, ${amount}`;
    case "expense-edited":
      return `${subject} changed ${title}`;
    case "expense-deleted":
      return `${subject} deleted ${title}, ${amount}`;
    case "expense-restored":
      return `${subject} restored ${title}, ${amount}`;
    case "payment-settled":
      if (actor._id === first?._id) return `${subject} paid ${name(second, "you")} ${amount}`;
      return `${subject} settled: ${name(first, "You")} paid ${name(second, "you")} ${amount}`;
    case "payment-unsettled":
      return `${subject} undid a payment: ${name(first, "You")} to ${name(second, "you")}, ${amount}`;
    case "comment":
      return `${subject} commented on ${title}`;
  }
}
