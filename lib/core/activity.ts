import { isolate } from "./text/isolate";
import { formatCents } from "./money/money";

/** The kinds of activity in a group. */
export const ACTIVITY_KINDS = [
  "group-created",
  "group-edited",
  "group-deleted",
  "group-restored",
  "member-invited",
  "invitation-declined",
  "invitation-withdrawn",
  "guest-added",
  "guest-claimed",
  "member-joined",
  "member-left",
  "member-removed",
  "event-created",
  "event-edited",
  "event-deleted",
  "event-restored",
  "event-closed",
  "event-reopened",
  "expense-added",
  "expense-edited",
  "expense-deleted",
  "expense-restored",
  "payment-settled",
  "payment-unsettled",
  "plan-applied",
  "plan-undone",
  "comment",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** The input of an activity's sentence. Ids identify people; names are shown. */
export type ActivityFacts = {
  kind: ActivityKind;
  actor: { _id: string; name: string };
  /**
   * The people concerned: the person invited, added, or removed; the person who joined, and then whose link they used; for a
   * payment, the payer and then the receiver; everyone whose payments a plan changed.
   */
  people: readonly { _id: string; name: string }[];
  /** The title of the event or expense at that time; of a plan of a whole group, ""; the name of a guest who was claimed. */
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
    case "guest-added":
      return `${subject} added ${person} without an account`;
    case "guest-claimed":
      return `${subject} signed in as the guest ${title}`;
    case "member-joined":
      if (!second) return `${subject} joined the group`;
      return `${subject} joined with ${second._id === viewer ? "your" : `${name(second, "you")}'s`} link`;
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
    case "event-closed":
      return `${subject} closed ${title}`;
    case "event-reopened":
      return `${subject} reopened ${title}`;
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
    case "plan-applied":
      return `${subject} simplified the payments of ${activity.title ? title : "the group"}`;
    case "plan-undone":
      return `${subject} undid the simplified payments of ${activity.title ? title : "the group"}`;
    case "comment":
      return `${subject} commented on ${title}`;
  }
}
