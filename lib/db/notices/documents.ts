import { ObjectId } from "mongodb";
import { z } from "zod";
import { NOTICE_KIND_LIST } from "@/lib/core/notices";

// Documents as stored; see ../documents.ts.

const id = z.instanceof(ObjectId);

/** What a person is told: a row of their list, and at most one message in each channel. */
export const noticeDoc = z.object({
  _id: id,
  userId: id,
  kind: z.enum(NOTICE_KIND_LIST),
  /** What later activity must have in common to be told along: `charged:{event}`. */
  key: z.string(),
  groupId: id.nullable(),
  eventId: id.nullable(),
  /** Oldest first. None of a reminder, a friend request, or a summary. */
  activities: z.array(id),
  /** Of a reminder: who sends it, and the payment. Of a friend request: who sent or accepted it, and "lo:hi" of the two. */
  from: id.optional(),
  pair: z.string().optional(),
  settlementId: id.optional(),
  /** Of a summary: `2026-11`. */
  month: z.string().optional(),
  /** Of the latest activity, when it was added. */
  at: z.date(),
  read: z.boolean(),
  /** Later activity is told along until then. */
  openUntil: z.date(),
  /** When it is sent, or sent again. Missing: it is done, or nobody has asked for it. */
  sendAt: z.date().optional(),
  /** When a device or address last got it. */
  sentAt: z.date().optional(),
  /** What has become of sending it. */
  sending: z
    .object({
      /** When it was first tried. */
      since: z.date(),
      /** Attempts that failed. */
      failed: z.int(),
      /** Set during an attempt: a process that ends leaves it behind. */
      by: id.optional(),
      /** Attempts that left it behind. */
      lost: z.int(),
      /** The devices and addresses that have it: `push:{id}`, `email`. */
      done: z.array(z.string()),
    })
    .optional(),
});
export type NoticeDoc = z.infer<typeof noticeDoc>;

const kinds = z.array(z.enum(NOTICE_KIND_LIST));

/** What a person wants to be told, and how; part of their account. */
export const noticeSettings = z.object({
  /** The kinds that go to their devices. Missing: none. */
  push: kinds.optional(),
  /** The kinds that go to their address. Missing: none. */
  email: kinds.optional(),
  /** When their mail server refused the address. */
  emailStoppedAt: z.date().optional(),
  mutedGroups: z.array(id).optional(),
  mutedPeople: z.array(id).optional(),
  /** Minutes of the day in which nothing is sent; `from` may be after `until`. */
  quiet: z.object({ from: z.int().min(0).max(1439), until: z.int().min(0).max(1439) }).optional(),
  timeZone: z.string().optional(),
  hideAmounts: z.literal(true).optional(),
  /** Of those who asked for the summary: the last month that they were told of, or did not ask for. */
  summaryOf: z.string().optional(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;
