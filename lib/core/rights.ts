// Who may do what in a group (design section 4). Callers check membership first.

/** An id as hexadecimal digits, or an object that returns them. */
export type Id = string | { toHexString(): string };

const hexOf = (id: Id) => (typeof id === "string" ? id : id.toHexString());
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

/** Only the payers of an expense and the person who recorded it can edit or delete it (spec section 5). */
export function mayChangeExpense(
  actor: Id,
  expense: { createdBy: Id; payers: readonly { user: Id }[] },
): boolean {
  return same(actor, expense.createdBy) || expense.payers.some(({ user }) => same(actor, user));
}

/** The invitee can ignore an invitation; its sender and the group's creator can withdraw it. */
export function mayDeleteInvitation(
  actor: Id,
  invitation: { from: Id; to: Id },
  group: { createdBy: Id },
): boolean {
  return same(actor, invitation.to) || same(actor, invitation.from) || isGroupCreator(actor, group);
}
