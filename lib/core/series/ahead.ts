import { longDate } from "../text/dates";
import { isolate } from "../text/isolate";

/** `“Rent” will be added on December 1, 2026`. @param ahead what repeats; its next expense is the first one */
export const willBeAdded = (ahead: { description: string; next: string | null }): string =>
  `“${isolate(ahead.description)}” will be added on ${longDate(ahead.next!)}`;
