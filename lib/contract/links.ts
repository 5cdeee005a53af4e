import { z } from "zod";
import { id, isoDate, lookupId, text } from "./fields";
import type { Described } from "./operation";
import { person } from "./people";
import { guestName } from "./rules/groups";

// Invite links: to a group, with or without an account, or to become a friend of their creator. And shared links, which
// show something of an event.

export const link = z.strictObject({
  _id: id,
  createdBy: person,
  createdAt: isoDate,
  expiresAt: isoDate,
  uses: z.int().describe("how many people have used it"),
  guest: person.nullable().describe("the guest for whom it is"),
});
export type Link = z.infer<typeof link>;

const newLink = z.strictObject({
  _id: id,
  url: z.url().describe("told only this once"),
  qr: z.string().describe("the URL as a QR code: an SVG image"),
  expiresAt: isoDate,
});
export type NewLink = z.infer<typeof newLink>;

/** A link that shows an event's statement, or one of its debts. */
export const sharedLink = z.strictObject({
  _id: id,
  createdBy: person,
  createdAt: isoDate,
  expiresAt: isoDate,
  shows: z
    .enum(["statement", "why"])
    .describe("the statement of the event, or why two people owe each other"),
  only: person.nullable().describe("the only person who can open it; null: anyone who has it"),
});
export type SharedLink = z.infer<typeof sharedLink>;

/** What a link tells whoever has it. */
export const joinOffer = z.strictObject({
  inviter: person.omit({ _id: true }),
  group: z
    .strictObject({ title: z.string(), icon: z.string(), memberCount: z.int() })
    .optional()
    .describe("none: the link makes people friends of the inviter"),
  guests: z
    .array(person.pick({ _id: true, name: true }))
    .optional()
    .describe("whom someone without an account can become: unclaimed guests of the group"),
  active: z
    .array(person.pick({ _id: true, name: true }))
    .optional()
    .describe("guests who take part on another device, and can be asked for here"),
});
export type JoinOffer = z.infer<typeof joinOffer>;

/** POST /api/groups/{groupId}/links */
const createLink = z.object({ guestId: lookupId.optional() });

/** POST /api/events/{eventId}/statement-links. With a payment: why it is owed, for the other person only. */
const createSharedLink = z.object({ settlementId: lookupId.optional() });

/** POST /api/join/{token}: empty with an account; without one, a guest, or the name of a new one. */
const joinByLink = z
  .object({
    guestId: lookupId.optional(),
    name: text(guestName).optional().describe("of a new guest; with `ask`, of one in the group"),
    ifActive: z
      .enum(["replace", "ask"])
      .optional()
      .describe(
        "for a guest who takes part on another device; replace: with the guest's own link, end that; ask: wait until a " +
          "member confirms this device, also with the link of a statement that has the guest",
      ),
  })
  .refine(({ guestId, name }) => guestId === undefined || name === undefined, {
    path: ["name"],
    error: "Send a guest or a name, not both.",
  });

export const linkOperations = {
  createLink: {
    call: "POST /api/groups/{groupId}/links",
    summary: "Create a link with which anyone can join the group, for 7 days, or only one guest",
    body: createLink,
    response: newLink,
    errors: ["forbidden", "too-many-links"],
  },
  listLinks: {
    call: "GET /api/groups/{groupId}/links",
    summary: "The group's links: all for the group's creator, otherwise those that the user created",
    response: z.array(link),
  },
  revokeLink: {
    call: "DELETE /api/groups/{groupId}/links/{linkId}",
    summary: "Revoke a link (its creator, the group's creator)",
  },
  createOwnLink: {
    call: "POST /api/users/links",
    summary: "Create a link with which anyone can become a friend of the signed-in user, for 7 days",
    response: newLink,
    errors: ["too-many-links"],
  },
  listOwnLinks: {
    call: "GET /api/users/links",
    summary: "The links with which people become friends of the signed-in user",
    response: z.array(link),
  },
  revokeOwnLink: {
    call: "DELETE /api/users/links/{linkId}",
    summary: "Revoke such a link",
  },
  createSharedLink: {
    call: "POST /api/events/{eventId}/statement-links",
    summary:
      "Create a link with which anyone can see the event's statement, for 7 days, or the other person of a payment why " +
      "it is owed",
    body: createSharedLink,
    response: newLink.omit({ qr: true }),
    errors: ["forbidden", "already-settled", "too-many-links"],
  },
  listSharedLinks: {
    call: "GET /api/events/{eventId}/statement-links",
    summary: "The links of an event: all for the group's creator, otherwise those that the user created",
    response: z.array(sharedLink),
  },
  revokeSharedLink: {
    call: "DELETE /api/events/{eventId}/statement-links/{linkId}",
    summary: "Revoke a link of an event (its creator, the group's creator)",
  },
  joinByLink: {
    call: "POST /api/join/{token}",
    summary:
      "Join the link's group, if it has one, and become a friend of its creator. Without an account: take part in the " +
      "group as a guest, and get the cookie of their session. Who is a guest already is that guest no longer, and says so " +
      "with Evenly-User",
    // They can become someone else.
    guests: true,
    session: "optional",
    form: true,
    body: joinByLink,
    response: z.strictObject({
      groupId: id.optional().describe("the group's; nothing has happened to a member"),
      friendId: id.optional().describe("the creator's, if the link has no group"),
      code: z
        .string()
        .optional()
        .describe(
          "the cookie is valid as soon as a member has confirmed the device, which shows them this code",
        ),
    }),
    errors: ["guest-active", "link-for-guest", "blocked", "too-many-groups", "too-many-guests", "conflict"],
  },
} as const satisfies Record<string, Described>;
