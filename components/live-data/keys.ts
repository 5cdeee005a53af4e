// SWR's keys are the API's paths: whoever shows the same thing shares one copy of it.

export const FRIENDS_KEY = "/api/users/friends";

export const GROUPS_KEY = "/api/groups";

/** Asked again whenever a settlement changed (spec section 4). */
export const SUMMARY_KEY = "/api/users/friends/summary";

export const groupKey = (groupId: string) => `/api/groups/${groupId}`;

export const eventKey = (eventId: string) => `/api/events/${eventId}`;

export const eventsKey = (groupId: string) => `/api/events?groupId=${groupId}`;

export const settlementsKey = (eventId: string) => `/api/settlements?eventId=${eventId}`;

export const expenseKey = (expenseId: string) => `/api/expenses/${expenseId}`;
