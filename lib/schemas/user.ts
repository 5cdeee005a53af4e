import { z } from "zod";
import { SEARCH_MAX } from "@/lib/core/search";

/** An address that the sign-in provider has verified. zod's own pattern refuses many: umlauts, "&", "xn--p1ai". */
export const email = z
  .email({ pattern: /^\S+@[^\s@]+$/, error: "This is not a valid email address." })
  .max(SEARCH_MAX);

/**
 * POST /api/users/google-auth: the claims of the sign-in credential. Only the session's own email is accepted. The other
 * claims are ignored, because they come from the provider at sign-in, never from a body.
 */
export const googleAuth = z.object({
  email,
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
  sub: z.unknown().optional(),
});

/** GET /api/users/search?query= */
export const searchUsers = z.object({
  query: z
    .string("Enter an email address to search for.")
    .trim()
    .max(SEARCH_MAX, `Please use at most ${SEARCH_MAX} characters.`),
});
