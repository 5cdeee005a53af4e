import { LEFT_COOKIE } from "@/lib/cookies";

/** The id of the user who has just logged out in this browser, until /login has deleted what is theirs. */
export const whoLeft = (): string | undefined =>
  new RegExp(`\\b${LEFT_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
