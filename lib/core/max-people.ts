/** The most people in a group, an event, or a split. */
export const MAX_PEOPLE = 200;
