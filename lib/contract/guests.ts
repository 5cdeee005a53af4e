import { z } from "zod";
import { dollars, id, isoDate, text, titled } from "./fields";
import type { Described } from "./operation";
import { person } from "./people";
import { guestName } from "./rules/groups";

// People without an account, and claiming them with one.

/** What a person owes another one in an event, or is owed by them. */
const claimBalance = z.strictObject({
  event: titled,
  of: person,
  with: person,
  amount: dollars.describe("US dollars; positive: `of` is owed, negative: `of` owes"),
});
export type ClaimBalance = z.infer<typeof claimBalance>;

const claimPreview = z.strictObject({
  guest: person,
  group: titled.extend({ icon: z.string() }),
  before: z.array(claimBalance).describe("open balances of the guest, and your own in the group"),
  after: z.array(claimBalance).describe("your open balances in the group afterwards"),
  dropped: z.array(claimBalance).describe("between the guest and you: it disappears"),
});
export type ClaimPreview = z.infer<typeof claimPreview>;

const token = z.string().max(64).optional().describe("the secret of the guest's link, if you have it");

/** A device that asks to take part as a guest. */
const waitingDevice = z.strictObject({
  _id: id,
  device: z.string(),
  code: z.string().describe("four digits that the device shows, too"),
  invitedBy: person.describe("whose link it used"),
});
export type WaitingDevice = z.infer<typeof waitingDevice>;

/** A guest, and the devices on which someone takes part as the guest, last used first. */
const guest = person.extend({
  sessions: z.array(
    z.strictObject({
      device: z.string(),
      since: isoDate,
      lastUsedOn: z.iso.date(),
      invitedBy: person.describe("whose link they used"),
    }),
  ),
  waiting: z.array(waitingDevice).describe("those that a member has to confirm first"),
});
export type Guest = z.infer<typeof guest>;

/** POST /api/groups/{groupId}/guests */
const newGuest = z.object({ name: text(guestName) });

export const guestOperations = {
  claimPreview: {
    call: "GET /api/users/{id}/claim",
    summary:
      "What changes if the signed-in user takes the place of a guest, whose link or former session they have",
    query: z.object({ token }),
    response: claimPreview,
  },
  claimGuest: {
    call: "POST /api/users/{id}/claim",
    summary: "Take the place of a guest; a new account takes over the guest's id, and gets a new cookie",
    form: true,
    body: z.object({ token }),
    response: z.strictObject({ groupId: id }),
    errors: ["too-much-to-claim", "too-many-groups"],
  },
  declineClaim: {
    call: "POST /api/users/{id}/claim/decline",
    summary: "Say that the signed-in user is not a guest, whose place their session may take",
    form: true,
  },
  addGuest: {
    call: "POST /api/groups/{groupId}/guests",
    summary: "Add a person without an account to a group",
    tokens: "group",
    body: newGuest,
    keyed: true,
    response: person,
    errors: ["forbidden"],
  },
  listGuests: {
    call: "GET /api/groups/{groupId}/guests",
    summary: "The group's guests, with the devices on which they take part",
    response: z.array(guest),
  },
  endGuestSessions: {
    call: "DELETE /api/groups/{groupId}/guests/{guestId}/sessions",
    summary: "Sign a guest out on all devices (any member)",
  },
  confirmDevice: {
    call: "POST /api/groups/{groupId}/waiting/{deviceId}",
    summary: "Let a device that waits take part as the guest, beside the guest's others (any member)",
  },
  refuseDevice: {
    call: "DELETE /api/groups/{groupId}/waiting/{deviceId}",
    summary: "Refuse a device that waits to take part as a guest (any member)",
  },
} as const satisfies Record<string, Described>;
