// Who may do what in a group (docs/rules.md#rights). Callers check membership first.

/** An id as hexadecimal digits, or an object that returns them. */
export type Id = string | { toHexString(): string };

export const hexOf = (id: Id) => (typeof id === "string" ? id : id.toHexString());
export const same = (a: Id, b: Id) => hexOf(a) === hexOf(b);

/** The group's creator can delete it, remove its members, and see all pending invitations. */
export function isGroupCreator(actor: Id, group: { createdBy: Id }): boolean {
  return same(actor, group.createdBy);
}

/** Members can leave; only the creator can remove others. */
export function mayRemoveMember(actor: Id, member: Id, group: { createdBy: Id }): boolean {
  return same(actor, member) || isGroupCreator(actor, group);
}

/** The event's creator and the group's creator can delete an event. */
export function mayDeleteEvent(actor: Id, event: { createdBy: Id }, group: { createdBy: Id }): boolean {
  return same(actor, event.createdBy) || isGroupCreator(actor, group);
}

/**
 * Whoever can delete an event can restore it, and so can a member with an open payment in it.
 * @param owing whether the actor owes or is owed something in it
 */
export function mayRestoreEvent(
  actor: Id,
  event: { createdBy: Id },
  group: { createdBy: Id },
  owing: boolean,
): boolean {
  return owing || mayDeleteEvent(actor, event, group);
}

/** The error message for everyone else. */
export const ONLY_MAY_RESTORE_EVENT =
  "Only the event's and the group's creator, and people with open payments in it, can restore it.";

/** Only the payers of an expense and the person who recorded it can edit and restore it (docs/rules.md#rights). */
export function mayChangeExpense(
  actor: Id,
  expense: { createdBy: Id; payers: readonly { user: Id }[] },
): boolean {
  return same(actor, expense.createdBy) || expense.payers.some(({ user }) => same(actor, user));
}

/**
 * Deleting an expense removes what everybody paid: its recorder can do that, and a person who paid everything
 * (docs/rules.md#rights).
 */
export function mayDeleteExpense(
  actor: Id,
  expense: { createdBy: Id; payers: readonly { user: Id }[] },
): boolean {
  return same(actor, expense.createdBy) || expense.payers.every(({ user }) => same(actor, user));
}

/**
 * What repeats can be changed, and stopped, by its recorder and its payers; once all of them have left, by any member.
 * Any member can pause it.
 */
export function mayChangeSeries(
  actor: Id,
  series: { createdBy: Id; payers: readonly { user: Id }[] },
  group: { members: readonly Id[] },
): boolean {
  const own = [series.createdBy, ...series.payers.map(({ user }) => user)];
  const isMember = (id: Id) => group.members.some((member) => same(member, id));
  return mayChangeExpense(actor, series) || !own.some(isMember);
}

type Paid<User extends Id> = { user: User; cents: number };

/**
 * The people whose payment a change lowers or removes without a right: only they and the recorder may. Everyone who
 * may change the expense can raise a payment.
 * @param after who pays after the change; nobody if the expense is deleted
 */
export function paymentsOfOthersLowered<User extends Id>(
  actor: Id,
  before: { createdBy: Id; payers: readonly Paid<User>[] },
  after: readonly Paid<Id>[],
): User[] {
  if (same(actor, before.createdBy)) return [];
  // Without an entry, it is removed, also what somebody received of a refund (docs/rules.md#refunds).
  const centsAfter = (user: Id) => after.find((one) => same(one.user, user))?.cents ?? -Infinity;
  const lowered = before.payers.filter(({ user, cents }) => !same(actor, user) && centsAfter(user) < cents);
  return lowered.map(({ user }) => user);
}

/**
 * Whether a change leaves what others pay as it is: guests enter only what they paid themselves (docs/rules.md#guests).
 * @param before who paid; nobody if the expense is new
 */
export function onlyOwnPayments(actor: Id, before: readonly Paid<Id>[], after: readonly Paid<Id>[]): boolean {
  const others = (list: readonly Paid<Id>[]) => list.filter(({ user }) => !same(actor, user));
  const [old, now] = [others(before), others(after)];
  return (
    old.length === now.length &&
    now.every((one) => old.some(({ user, cents }) => same(user, one.user) && cents === one.cents))
  );
}

/**
 * The error message for a change that lowers or removes a payment.
 * @param recorder the name of the person who recorded the expense; null if that is the payer, or someone who has left
 * @param received it was a refund, of which a change raises or removes what somebody received
 */
export function onlyMayLower(payer: string, recorder: string | null, received = false): string {
  const people = recorder === null ? payer : `${payer} and ${recorder}, who recorded this expense,`;
  return `Only ${people} can ${received ? "raise" : "lower"} or remove what ${payer} ${received ? "received" : "paid"}.`;
}

/** Either of the two people of a payment can record it. */
export function mayRecordPayment(actor: Id, { from, to }: { from: Id; to: Id }): boolean {
  return same(actor, from) || same(actor, to);
}

/** The invitee can ignore an invitation; its sender and the group's creator can withdraw it. */
export function mayDeleteInvitation(
  actor: Id,
  invitation: { from: Id; to: Id },
  group: { createdBy: Id },
): boolean {
  return same(actor, invitation.to) || same(actor, invitation.from) || isGroupCreator(actor, group);
}

/** A link can be revoked, and seen in the list, by its creator and the group's. */
export function mayRevokeLink(actor: Id, link: { createdBy: Id }, group: { createdBy: Id }): boolean {
  return same(actor, link.createdBy) || isGroupCreator(actor, group);
}

/** For this many minutes after signing in, a user may do what nobody at their unlocked device should. */
export const RECENT_SIGN_IN_MINUTES = 10;

/** Whether a user has signed in within the last minutes. @param authTime in seconds since 1970 */
export function isRecentSignIn(authTime: number, now = Date.now()): boolean {
  return now / 1000 - authTime < RECENT_SIGN_IN_MINUTES * 60;
}
