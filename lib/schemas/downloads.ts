import { z } from "zod";
import {
  activity,
  event,
  expense,
  group,
  id,
  isoDate,
  person,
  session,
  settlement,
  titled,
  user,
} from "./answers";

// The files that can be downloaded. Amounts are dollars, as in all answers.

/** A group's events, expenses, and payments, for its members; no comments, activity, or deleted items. */
export const groupExport = z.strictObject({
  exportedAt: isoDate,
  group,
  events: z.array(event.extend({ expenses: z.array(expense), settlements: z.array(settlement) })),
});

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
  groups: z.array(
    z.strictObject({
      _id: id,
      title: z.string(),
      icon: z.string(),
      createdAt: isoDate,
      role: z.enum(["creator", "member", "former member"]),
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
        }),
      ),
      activity: z.array(activity),
    }),
  ),
});

/** A table for spreadsheets. */
export const csv = z.string().meta({ description: "RFC 4180, UTF-8; amounts in US dollars" });
