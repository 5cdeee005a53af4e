import { z } from "zod";
import { activity } from "./activity";
import { expense } from "./expenses";
import { csv, dollars, id, isoDate, positiveDollars, success, titled } from "./fields";
import { importOfFile } from "./imports";
import type { Operation } from "./operation";
import { link, sharedLink } from "./links";
import { person, user } from "./people";
import { planPart } from "./plans";
import { settlement } from "./settlements";

// The signed-in user's own account.

/** `current`: the session of the request itself. */
export const session = z.strictObject({
  _id: id,
  device: z.string(),
  since: isoDate,
  lastUsedOn: z.iso.date(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** An expense of a group that the user left: `paid` and `share` are theirs. */
const leftExpense = z.strictObject({
  _id: id,
  date: z.iso.date(),
  event: z.string(),
  description: z.string(),
  amount: positiveDollars,
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
  friends: z.array(z.strictObject({ _id: id, user, since: isoDate })),
  friendRequests: z.array(z.strictObject({ _id: id, from: user, to: user, createdAt: isoDate })),
  ignoredRequests: z.array(z.strictObject({ _id: id, from: user, ignoredAt: isoDate })),
  blocked: z.array(z.strictObject({ _id: id, user, since: isoDate })),
  invitations: z.array(
    z.strictObject({ _id: id, group: z.strictObject(titled), from: person, to: person, createdAt: isoDate }),
  ),
  links: z.array(
    link.omit({ createdBy: true }).extend({
      group: z.strictObject(titled).nullable().describe("none: it makes people friends of the user"),
    }),
  ),
  sharedLinks: z.array(
    sharedLink
      .omit({ createdBy: true })
      .extend({ event: z.strictObject(titled), group: z.strictObject(titled) }),
  ),
  guests: z
    .array(session.omit({ current: true }).extend({ guest: person, group: z.strictObject(titled) }))
    .describe("where someone takes part without an account, with a link of the user"),
  claimed: z
    .array(z.strictObject({ guest: person, group: z.strictObject(titled) }))
    .describe("guests whose place the user has taken lately"),
  imports: z
    .array(
      importOfFile
        .pick({ _id: true, source: true, state: true, createdAt: true, imported: true })
        .extend({ group: z.strictObject(titled) }),
    )
    .describe("files that the user imported into groups"),
  groups: z.array(
    z.strictObject({
      _id: id,
      title: z.string(),
      icon: z.string(),
      createdAt: isoDate,
      role: z.enum(["creator", "member"]),
      events: z.array(
        z.strictObject({
          _id: id,
          title: z.string(),
          date: isoDate,
          createdByMe: z.boolean(),
          participating: z.boolean(),
          paid: z.number(),
          share: z.number(),
          expenses: z.array(expense),
          settlements: z.array(settlement),
          plans: z.array(planPart),
        }),
      ),
      activity: z.array(activity),
    }),
  ),
  leftGroups: z
    .strictObject({ expenses: z.array(leftExpense), payments: z.array(leftPayment) })
    .describe("what the user paid, shared, and settled in groups that they left, as it is now"),
});

export const accountOperations = {
  listSessions: {
    method: "GET",
    path: "/api/users/sessions",
    summary: "The devices on which the signed-in user is signed in, last used first",
    response: z.array(session),
  },
  endSession: {
    method: "DELETE",
    path: "/api/users/sessions/{id}",
    summary: "Log out on a device",
    form: true,
    response: success,
  },
  exportMyData: {
    method: "GET",
    path: "/api/account/export",
    summary: "Everything about the signed-in user",
    limit: "export",
    recentSignIn: true,
    response: myData,
  },
  exportMyExpenses: {
    method: "GET",
    path: "/api/account/expenses.csv",
    summary: "The expenses that the signed-in user paid, shares, or recorded, with the shares",
    limit: "export",
    recentSignIn: true,
    contentType: "text/csv",
    response: csv,
  },
  deleteAccount: {
    method: "DELETE",
    path: "/api/account",
    summary: "Delete the signed-in user's account; groups keep their history",
    recentSignIn: true,
    response: success,
    errors: ["unsettled-payments"],
  },
} as const satisfies Record<string, Operation>;
