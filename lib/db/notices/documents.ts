import { ObjectId } from "mongodb";
import { z } from "zod";
import { NOTICE_KIND_LIST } from "@/lib/core/notices";

// Documents as stored; see ../documents.ts.

const id = z.instanceof(ObjectId);

/** A notice for a person: a row in their list, and at most one message per channel. */
export const noticeDoc = z.object({
  _id: id,
  userId: id,
  kind: z.enum(NOTICE_KIND_LIST),
  /** Later activity with the same key is added to the notice: `charged:{event}`. */
  key: z.string(),
  groupId: id.nullable(),
  eventId: id.nullable(),
  /** Oldest first. Empty for reminders, friend requests, and summaries. */
  activities: z.array(id),
  /** For a reminder: its sender, and the payment. For a friend request: who sent or accepted it, and "lo:hi" of the two. */
  from: id.optional(),
  pair: z.string().optional(),
  settlementId: id.optional(),
  /** For a summary: `2026-11`. */
  month: z.string().optional(),
  /** Of the latest activity, when it was added. */
  at: z.date(),
  read: z.boolean(),
  /** Until then, later activity is added to the notice. */
  openUntil: z.date(),
  /** When to send it, or to retry. Missing: it is done, or the person wants no messages of this kind. */
  sendAt: z.date().optional(),
  /** When a device or address last got it. */
  sentAt: z.date().optional(),
  /** The state of sending it. */
  sending: z
    .object({
      /** The first attempt. */
      since: z.date(),
      /** The number of failed attempts. */
      failed: z.int(),
      /** Set during an attempt. A process that is killed leaves it behind. */
      by: id.optional(),
      /** The number of attempts that left it behind. */
      lost: z.int(),
      /** The devices and addresses that are done: `push:{id}`, `email`. */
      done: z.array(z.string()),
    })
    .optional(),
});
export type NoticeDoc = z.infer<typeof noticeDoc>;

const kinds = z.array(z.enum(NOTICE_KIND_LIST));

/** A person's notification settings; part of their account. */
export const noticeSettings = z.object({
  /** The kinds sent to their devices. Missing: none. */
  push: kinds.optional(),
  /** The kinds sent by email. Missing: none. */
  email: kinds.optional(),
  /** When their mail server rejected the address. */
  emailStoppedAt: z.date().optional(),
  mutedGroups: z.array(id).optional(),
  mutedPeople: z.array(id).optional(),
  /** The minutes of the day between which nothing is sent; `from` may be after `until`. */
  quiet: z.object({ from: z.int().min(0).max(1439), until: z.int().min(0).max(1439) }).optional(),
  timeZone: z.string().optional(),
  hideAmounts: z.literal(true).optional(),
  /** If they want the summary: the last month that they got, or did not want. */
  summaryOf: z.string().optional(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;
