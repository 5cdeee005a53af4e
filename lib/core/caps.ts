/**
 * The most that one person can have, so that nobody can slow down the screens of others. What exists beyond that stays;
 * only new ones are refused.
 */
export const CAPS = {
  /** Groups that a person is in. */
  groups: 500,
  groupsCreatedPerDay: 50,
  /** Open group invitations. */
  invitationsSent: 100,
  invitationsReceived: 200,
  /** Open friend requests. */
  friendRequestsSent: 100,
  friendRequestsReceived: 200,
} as const;
