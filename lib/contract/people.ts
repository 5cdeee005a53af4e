import { z } from "zod";
import { RELATIONSHIPS } from "@/lib/core/friends";
import { SEARCH_MAX } from "@/lib/core/search";
import { id } from "./fields";
import type { Described } from "./operation";

// People: users and guests.

export const person = z.strictObject({
  _id: id,
  name: z.string(),
  picture: z.string(),
  guest: z.literal(true).optional().describe("a person without an account, in one group only"),
});
export type Person = z.infer<typeof person>;

export const user = person.extend({
  email: z.string().describe("masked, except your own in the download of your data"),
});
export type User = z.infer<typeof user>;

const relationship = z.enum(RELATIONSHIPS);

/** A user's profile as the viewer sees it. `requestId`: the pending friend request between the two. */
const profile = user.extend({ relationship, requestId: id.optional() });
export type Profile = z.infer<typeof profile>;

/** An address that the sign-in provider has verified. zod's own pattern refuses many: umlauts, "&", "xn--p1ai". */
export const email = z
  .email({ pattern: /^\S+@[^\s@]+$/, error: "This is not a valid email address." })
  .max(SEARCH_MAX);

/**
 * POST /api/users/google-auth: the claims of the sign-in credential. Only the session's own email is accepted. The other
 * claims are ignored, because they come from the provider at sign-in, never from a body.
 */
const googleAuth = z.object({
  email,
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
  sub: z.unknown().optional(),
});

/** GET /api/users/search?query= */
const searchUsers = z.object({
  query: z
    .string("Enter an email address to search for.")
    .trim()
    .max(SEARCH_MAX, `Please use at most ${SEARCH_MAX} characters.`),
});

export const peopleOperations = {
  googleAuth: {
    call: "POST /api/users/google-auth",
    summary: "The signed-in user, as the sign-in provider describes them",
    body: googleAuth,
    response: user,
  },
  getUser: {
    call: "GET /api/users/{id}",
    summary: "A user's profile and relationship to the viewer",
    tokens: "account",
    response: profile,
  },
  searchUsers: {
    call: "GET /api/users/search",
    summary: "Find users by the start of their email address (3 characters or more, at most 10 rows)",
    tokens: "account",
    limit: "search",
    query: searchUsers,
    response: z.array(user),
  },
} as const satisfies Record<string, Described>;
