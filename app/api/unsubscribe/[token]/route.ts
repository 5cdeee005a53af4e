import { requireUnsubscriber } from "@/lib/auth/unsubscribe";
import { stopEmail } from "@/lib/db/notices/settings";
import type { ErrorCode } from "@/lib/errors";
import { unsubscribePath } from "@/lib/link-paths";
import { note } from "@/lib/log/request";
import { handler } from "@/lib/server/handler";
import { seeOther } from "@/lib/server/http/form-post";
import { limitDeadLinks } from "@/lib/server/http/memory-limits";
import { publicHandler } from "@/lib/server/http/public-handler";

type Context = { params: Promise<{ token: string }> };

const pageOf = async ({ params }: Context) => unsubscribePath(encodeURIComponent((await params).token));

/** Mail programs open the link of the header, and scanners follow it: it changes nothing. */
export const GET = publicHandler(async (_: Request, context: Context) => seeOther(await pageOf(context)));

const unsubscribe = handler("unsubscribe", async ({ params: { token }, headers }) => {
  const { _id } = await limitDeadLinks(headers, requireUnsubscriber(token));
  note({ user: _id.toHexString() });
  await stopEmail(_id, "unsubscribed");
});

/** A mail provider must not be redirected (RFC 8058). The form of the page, which is, says that it is one: `?page`. */
export async function POST(request: Request, context: Context): Promise<Response> {
  const response = await unsubscribe(request, context);
  // Nor is another site's form.
  if (!new URL(request.url).searchParams.has("page") || response.status === 403) return response;
  const page = await pageOf(context);
  if (response.ok) return seeOther(page);
  const { code } = (await response.json()) as { code: ErrorCode };
  return seeOther(`${page}?problem=${code}&wait=${response.headers.get("Retry-After") ?? ""}`);
}
