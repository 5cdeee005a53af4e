import { requireId } from "@/lib/db/ids";
import { joinByLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";
import { json } from "@/lib/server/http/json-response";
import { limitVisitor } from "@/lib/server/http/memory-limits";
import { publicHandler } from "@/lib/server/http/public-handler";
import { operations } from "@/lib/contract/operations";
import { joinOfferView } from "@/lib/answers/links";
import { beginAsGuest } from "@/lib/auth/begin-as-guest";

type Context = { params: Promise<{ token: string }> };

/** Needs no session, because it is for people who have no account yet. */
export const GET = publicHandler(async (request: Request, { params }: Context) => {
  await limitVisitor(request.headers, "link");
  return json(await joinOfferView((await params).token));
});

export const POST = handler(operations.joinByLink, async ({ viewer, params, body, headers }) => {
  const { token } = params;
  const { guestId, name } = body;
  if (viewer) {
    const { groupId, friendId } = await joinByLink(viewer._id, token);
    return groupId ? { groupId: groupId.toHexString() } : { friendId: friendId.toHexString() };
  }
  const newcomer = guestId === undefined ? name && { name } : { guestId: requireId(guestId) };
  const { groupId } = await beginAsGuest(headers, token, newcomer);
  return { groupId: groupId.toHexString() };
});
