import { AppError } from "@/lib/errors";
import { handler } from "@/lib/server/handler";

// Returns the session's own user, as the provider described them at sign-in. It can never create, change, or
// impersonate anyone (docs/rules.md#sign-in).
export const POST = handler("googleAuth", async ({ viewer, body }) => {
  if (body.email.toLowerCase() !== viewer.email) throw new AppError("wrong-actor");
  const { id: _id, name, email, picture } = viewer;
  return { _id, name, email, picture };
});
