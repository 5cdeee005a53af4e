import { formatCount } from "./text/pluralize";

/**
 * The most that one person can have, so that nobody can slow down the screens of others. Items beyond a cap are
 * kept; only new ones are refused.
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
  /** Invite links that can still be used. */
  links: 20,
  /** Links to statements and debts that can still be opened. */
  sharedLinks: 50,
  /** API tokens that have not expired. */
  tokens: 20,
  /** Imports of a group. */
  imports: 100,
  /** Expenses of a group that repeat. */
  series: 100,
  /** People whom one invite link can add to a group without an account. */
  guestsOfLink: 200,
  /** Devices on which a guest can take part, one after another, with their own link. */
  devicesOfLink: 5,
  /** Devices of a group that wait to be confirmed. */
  devicesWaiting: 10,
  /** Expenses, payments, and changes that name a guest whom an existing account claims, because it is one transaction. */
  claimed: 5_000,
} as const;

/** The most characters of texts. */
export const MAX_DESCRIPTION = 200;
export const MAX_NOTE = 500;
export const MAX_PAYMENT_NOTE = 200;
export const MAX_EVENT_TITLE = 100;

/** Open payments that one plan can replace, because it is one transaction. */
export const MAX_REPLACED = 5_000;

/** Why there is no plan. */
export const TOO_MANY_OPEN = `More than ${formatCount(MAX_REPLACED)} payments are open, too many to replace at once. Settle some of them first.`;

/** Expenses that one search reads, the latest of each group. */
export const SEARCHED_EXPENSES = 5_000;

/** The most expenses that a printed statement lists; a CSV file has all of them. */
export const MAX_PRINTED = 5_000;
