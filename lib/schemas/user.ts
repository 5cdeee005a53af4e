import { z } from "zod";
import { text } from "./fields";
import { line } from "./rules";

/**
 * POST /api/users/google-auth: what the sign-in credential says. Only the session's own email is accepted; name and
 * picture are taken from the provider when one signs in, never from a body.
 */
export const googleAuth = z.object({
  email: z.email("This is not a valid email address.").max(254),
  name: text(line("Please say your name.", 120)).optional(),
  picture: z
    .union([
      z.url({ protocol: /^https$/, error: "A picture needs an https address." }).max(2048),
      z.literal(""),
    ])
    .optional(),
  sub: z.string().max(255).optional(),
});

/** GET /api/users/search?query= */
export const searchUsers = z.object({
  query: z.string("Say what to search for.").trim().max(254, "Please use at most 254 characters."),
});
