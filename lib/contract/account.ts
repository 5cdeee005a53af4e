import { z } from "zod";
import { activity } from "./activity";
import { event } from "./events";
import { expense } from "./expenses";
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS, TOKEN_SCOPES } from "@/lib/core/tokens";
import { csv, dollars, id, isoDate, lookupId, signedDollars, problemOf, text, titled } from "./fields";
import { group } from "./groups";
import { importOfFile } from "./imports";
import type { Described } from "./operation";
import { link, sharedLink } from "./links";
import { notice, noticeSettings } from "./notices";
import { person, user } from "./people";
import { pushDevice } from "./push";
import { planPart } from "./plans";
import { tokenRules } from "./rules/account";
import { series } from "./repeats";
import { preset } from "./usual-split";
import { settlement } from "./settlements";

// The signed-in user's own account.

/** `current`: the session of the request itself. */
const session = z.strictObject({
  _id: id,
  device: z.string(),
  since: isoDate,
  lastUsedOn: z.iso.date(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** An API token, without the token itself. */
const apiToken = z.strictObject({
  _id: id,
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  group: titled.nullable().describe("the only group that it reaches; null: all groups"),
  createdAt: isoDate,
  expiresAt: isoDate,
  lastUsedOn: z.iso.date().nullable().describe("null: not used yet"),
});
export type ApiToken = z.infer<typeof apiToken>;

const newToken = apiToken.extend({ token: z.string().describe("the token itself, told only this once") });
export type NewToken = z.infer<typeof newToken>;

const DAYS_MESSAGE = problemOf(tokenRules.days(""));

/** POST /api/tokens */
const createToken = z.object({
  name: text(tokenRules.name),
  scope: z.enum(TOKEN_SCOPES, 'The scope is "read" or "write".'),
  groupId: lookupId.optional().describe("the only group that it reaches; default: all groups"),
  days: z
    .int(DAYS_MESSAGE)
    .min(1, DAYS_MESSAGE)
    .max(MAX_TOKEN_DAYS, DAYS_MESSAGE)
    .default(DEFAULT_TOKEN_DAYS)
    .describe("until it expires"),
});

/** An expense of a group that the user left: `paid` and `share` are theirs. */
const leftExpense = z.strictObject({
  _id: id,
  date: z.iso.date(),
  event: z.string(),
  description: z.string(),
  amount: signedDollars,
  paid: dollars,
  share: dollars,
});
export type LeftExpense = z.infer<typeof leftExpense>;

/** A payment from or to the user in a group that they left. `from` and `to` are names. */
const leftPayment = settlement
  .pick({ _id: true, amount: true, settledAt: true, method: true, note: true })
  .extend({ event: z.string(), from: z.string(), to: z.string() });
export type LeftPayment = z.infer<typeof leftPayment>;

/** All data about one person, for that person. */
export const myData = z.strictObject({
  exportedAt: isoDate,
  user,
  signIns: z.array(z.strictObject({ provider: z.string(), providerAccountId: z.string() })),
  sessions: z.array(session),
  pushDevices: z.array(pushDevice).describe("the browsers that show the user's notifications"),
  tokens: z.array(apiToken),
  notices: z.array(notice),
  noticeSettings: noticeSettings.omit({ channels: true }),
  friends: z.array(z.strictObject({ _id: id, user, since: isoDate })),
  friendRequests: z.array(z.strictObject({ _id: id, from: user, to: user, createdAt: isoDate })),
  ignoredRequests: z.array(z.strictObject({ _id: id, from: user, ignoredAt: isoDate })),
  blocked: z.array(z.strictObject({ _id: id, user, since: isoDate })),
  invitations: z.array(
    z.strictObject({ _id: id, group: titled, from: person, to: person, createdAt: isoDate }),
  ),
  links: z.array(
    link.omit({ createdBy: true }).extend({
      group: titled.nullable().describe("none: it makes people friends of the user"),
    }),
  ),
  sharedLinks: z.array(sharedLink.omit({ createdBy: true }).extend({ event: titled, group: titled })),
  guests: z
    .array(session.omit({ current: true }).extend({ guest: person, group: titled }))
    .describe("where someone takes part without an account, with a link of the user"),
  claimed: z
    .array(z.strictObject({ guest: person, group: titled }))
    .describe("guests whose place the user has taken lately"),
  imports: z
    .array(
      importOfFile
        .pick({ _id: true, source: true, state: true, createdAt: true, imported: true })
        .extend({ group: titled }),
    )
    .describe("files that the user imported into groups"),
  groups: z.array(
    z.strictObject({
      _id: id,
      title: z.string(),
      icon: z.string(),
      createdAt: isoDate,
      role: z.enum(["creator", "member"]),
      members: group.shape.members,
      pair: group.shape.pair,
      events: z.array(
        z.strictObject({
          _id: id,
          title: z.string(),
          date: isoDate,
          createdByMe: z.boolean(),
          participating: z.boolean(),
          participants: event.shape.participants,
          closedAt: event.shape.closedAt,
          closedBy: event.shape.closedBy,
          paid: z.number(),
          share: z.number(),
          expenses: z.array(expense),
          settlements: z.array(settlement),
          plans: z.array(planPart).describe("those of the group with all parts, so that they sum to zero"),
          presets: z.array(preset).describe("of its usual split, that name the user"),
        }),
      ),
      presets: z.array(preset).describe("of its usual split, that name the user"),
      series: z.array(series).describe("the expenses that repeat, and that the user can change"),
      activity: z.array(activity),
    }),
  ),
  leftGroups: z
    .strictObject({ expenses: z.array(leftExpense), payments: z.array(leftPayment) })
    .describe("what the user paid, shared, and settled in groups that they left, as it is now"),
});

export const accountOperations = {
  listSessions: {
    call: "GET /api/users/sessions",
    summary: "The devices on which the signed-in user is signed in, last used first",
    response: z.array(session),
  },
  endSession: {
    call: "DELETE /api/users/sessions/{id}",
    summary: "Log out on a device",
    form: true,
  },
  listTokens: {
    call: "GET /api/tokens",
    summary: "The API tokens of the signed-in user that have not expired, newest first",
    response: z.array(apiToken),
  },
  createToken: {
    call: "POST /api/tokens",
    summary: "Create an API token, with which a script acts as the signed-in user",
    recentSignIn: true,
    creates: true,
    body: createToken,
    response: newToken,
    errors: ["forbidden", "too-many-tokens"],
  },
  revokeToken: {
    call: "DELETE /api/tokens/{tokenId}",
    summary: "Revoke an API token",
    form: true,
  },
  unsubscribe: {
    call: "POST /api/unsubscribe/{token}",
    summary:
      "Turn all emails off with the link of one of them, also for mail providers (RFC 8058): the body does not matter",
    // The link says whose emails they are, whoever is signed in.
    guests: true,
    session: "optional",
  },
  exportMyData: {
    call: "GET /api/account/export",
    summary: "Everything about the signed-in user",
    limit: "export",
    recentSignIn: true,
    response: myData,
  },
  exportMyExpenses: {
    call: "GET /api/account/expenses.csv",
    summary: "The expenses that the signed-in user paid, shares, or recorded, with the shares",
    limit: "export",
    recentSignIn: true,
    contentType: "text/csv",
    response: csv,
  },
  deleteAccount: {
    call: "DELETE /api/account",
    summary: "Delete the signed-in user's account; groups keep their history",
    recentSignIn: true,
    errors: ["unsettled-payments"],
  },
} as const satisfies Record<string, Described>;
