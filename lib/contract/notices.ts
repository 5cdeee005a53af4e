import { z } from "zod";
import { NOTICE_KIND_LIST, MAX_MUTED } from "@/lib/core/notices";
import { timeZoneOf } from "@/lib/core/series/time-zone";
import { id, isoDate, lookupId, pageQuery, titled } from "./fields";
import type { Described } from "./operation";
import { person } from "./people";

export const notice = z.strictObject({
  _id: id,
  kind: z.enum(NOTICE_KIND_LIST),
  text: z
    .string()
    .describe(
      "what concerns the signed-in user, with the figures of now; names and titles are between U+2068 and U+2069",
    ),
  path: z.string().describe("the screen that it leads to"),
  at: isoDate,
  read: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

/** PUT /api/users/notices/read */
const readUntil = z.object({ until: lookupId.describe("the latest notice that was shown") });

const kinds = z.array(z.enum(NOTICE_KIND_LIST)).transform((list) => [...new Set(list)]);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 22:00.");
const quiet = z.object({ from: time, until: time }).nullable();

export const noticeSettings = z.strictObject({
  push: z.array(z.enum(NOTICE_KIND_LIST)).describe("the kinds that go to the user's devices"),
  email: z.array(z.enum(NOTICE_KIND_LIST)).describe("the kinds that go to the user's address"),
  mutedGroups: z.array(titled),
  mutedPeople: z.array(person),
  quiet: quiet.describe("when nothing is sent; may pass midnight"),
  timeZone: z.string().nullable(),
  hideAmounts: z.boolean().describe("in what is sent"),
  emailStopped: z.boolean().describe("the user's mail server has refused their address"),
  channels: z.strictObject({ push: z.boolean(), email: z.boolean() }).describe("those that this server has"),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

const muted = z.array(lookupId).max(MAX_MUTED, `Please mute at most ${MAX_MUTED}.`);

/** PUT /api/users/notice-settings */
const editNoticeSettings = z
  .object({
    push: kinds,
    email: kinds,
    mutedGroups: muted,
    mutedPeople: muted,
    quiet,
    timeZone: z
      .string()
      .max(100)
      .transform((name, context) => {
        const known = timeZoneOf(name);
        if (known === null) context.addIssue({ code: "custom", message: "This is not a time zone." });
        return known ?? "";
      })
      .nullable(),
    hideAmounts: z.boolean(),
  })
  .refine(({ quiet: hours, timeZone }) => !hours || timeZone !== null, {
    path: ["timeZone"],
    message: "Quiet hours need a time zone.",
  });
export type NoticeSettingsInput = z.output<typeof editNoticeSettings>;

export const noticeOperations = {
  listNotices: {
    call: "GET /api/users/notices",
    summary: "The signed-in user's notices, latest first",
    tokens: "account",
    query: pageQuery,
    response: z.array(notice),
  },
  readNotices: {
    call: "PUT /api/users/notices/read",
    summary: "Mark the signed-in user's notices as read, up to one of them",
    tokens: "account",
    body: readUntil,
  },
  noticeSettings: {
    call: "GET /api/users/notice-settings",
    summary: "What the signed-in user is told, and how",
    response: noticeSettings,
  },
  editNoticeSettings: {
    call: "PUT /api/users/notice-settings",
    summary: "Choose what you are told, and how",
    body: editNoticeSettings,
    response: noticeSettings,
  },
  remind: {
    call: "POST /api/settlements/{id}/remind",
    summary: "Remind the person who owes you an open payment, at most once in three days",
    tokens: "settlement",
    errors: ["conflict", "forbidden"],
  },
} as const satisfies Record<string, Described>;
