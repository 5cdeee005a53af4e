import { updateProfile } from "@/lib/db/users";
import { AppError } from "@/lib/errors";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { toSelf } from "@/lib/serialize";

// Only refreshes the session's own user; it can never create or impersonate anybody (design section 5).
export const POST = handler(operations.googleAuth, async ({ viewer, body }) => {
  if (body.email.toLowerCase() !== viewer.email.toLowerCase()) throw new AppError("wrong-actor");
  return toSelf(await updateProfile(viewer._id, { name: body.name, image: body.picture }));
});
