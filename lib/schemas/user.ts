import { z } from "zod";
import { SEARCH_MAX } from "@/lib/core/search";
import { text } from "./fields";
import { singleLine } from "./rules";

export const MAX_NAME = 120;
export const MAX_PICTURE_URL = 2048;

/**
 * POST /api/users/google-auth: the claims of the sign-in credential. Only the session's own email is accepted. Name and
 * picture come from the provider at sign-in, never from a body.
 */
export const googleAuth = z.object({
  email: z.email("This is not a valid email address.").max(SEARCH_MAX),
  name: text(singleLine("Please enter your name.", MAX_NAME)).optional(),
  picture: z
    .union([
      z.url({ protocol: /^https$/, error: "A picture needs an https URL." }).max(MAX_PICTURE_URL),
      z.literal(""),
    ])
    .optional(),
  sub: z.string().max(255).optional(),
});

/** GET /api/users/search?query= */
export const searchUsers = z.object({
  query: z
    .string("Enter an email address to search for.")
    .trim()
    .max(SEARCH_MAX, `Please use at most ${SEARCH_MAX} characters.`),
});
