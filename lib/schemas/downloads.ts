import { z } from "zod";
import { activity, event, expense, group, person, settlement, user } from "./answers";

// The files that can be downloaded. Amounts are dollars, as in all answers.

const id = z.string();
const at = z.iso.datetime();
const titled = z.strictObject({ _id: id, title: z.string() });

/** A group's events, expenses, and payments, for its members; no comments, activity, or deleted items. */
export const groupExport = z.strictObject({
  exportedAt: at,
  group,
  events: z.array(event.extend({ expenses: z.array(expense), settlements: z.array(settlement) })),
});

/** All data about one person, for that person. */
export const myData = z.strictObject({
  exportedAt: at,
  user,
  signIns: z.array(z.strictObject({ provider: z.string(), providerAccountId: z.string() })),
  friends: z.array(z.strictObject({ _id: id, user, since: at })),
  friendRequests: z.array(z.strictObject({ _id: id, from: user, to: user, createdAt: at })),
  ignoredRequests: z.array(z.strictObject({ _id: id, from: user, ignoredAt: at })),
  blocked: z.array(z.strictObject({ _id: id, user, since: at })),
  invitations: z.array(z.strictObject({ _id: id, group: titled, from: person, to: person, createdAt: at })),
  groups: z.array(
    z.strictObject({
      _id: id,
      title: z.string(),
      icon: z.string(),
      createdAt: at,
      role: z.enum(["creator", "member", "former member"]),
      events: z.array(
        z.strictObject({
          _id: id,
          title: z.string(),
          date: at,
          createdByMe: z.boolean(),
          participating: z.boolean(),
          paid: z.number(),
          share: z.number(),
          expenses: z.array(expense),
          settlements: z.array(settlement),
        }),
      ),
      activity: z.array(activity),
    }),
  ),
});

/** A table for spreadsheets. */
export const csv = z.string().meta({ description: "RFC 4180, UTF-8; amounts in US dollars" });
