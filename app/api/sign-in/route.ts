import { signInByForm } from "@/lib/auth/sign-in";
import { limitVisitor } from "@/lib/server/http/memory-limits";
import { formHandler } from "@/lib/server/http/public-handler";

/** The sign-in forms. */
export const POST = formHandler("/", async (fields, headers) => {
  await limitVisitor(headers, "signIn");
  return signInByForm(fields, headers);
});
