import { requireId } from "@/lib/db/ids";
import { listEvents } from "@/lib/db/events";
import { joinByLink } from "@/lib/db/links";
import { findSharedLink } from "@/lib/db/links/shared";
import { joinPath, settlePath, sharedPath } from "@/lib/link-paths";
import { AppError } from "@/lib/errors";
import { handler } from "@/lib/server/handler";
import { json } from "@/lib/server/http/json-response";
import { limitDeadLinks } from "@/lib/server/http/memory-limits";
import { publicHandler } from "@/lib/server/http/public-handler";
import { MAX_GUEST_NAME } from "@/lib/core/people";
import { joinOfferView } from "@/lib/views/links";
import { beginAsGuest, waitAsGuest } from "@/lib/auth/begin-as-guest";

type Context = { params: Promise<{ token: string }> };

/** Needs no session, because it is for people who have no account yet. */
export const GET = publicHandler(async (request: Request, { params }: Context) => {
  const { token } = await params;
  return json(await limitDeadLinks(request.headers, joinOfferView(token)));
});

export const POST = handler(
  "joinByLink",
  async ({ viewer, actor, params: { token }, body: { guestId, name, ifActive }, headers }) => {
    const guest = guestId === undefined ? undefined : requireId(guestId);
    const newcomer = guest ? { guestId: guest, replace: ifActive === "replace" } : name && { name };
    if (viewer && !viewer.guest) {
      // They have signed in since the page was rendered.
      if (newcomer) throw new AppError("wrong-actor");
      const { groupId, friendId } = await limitDeadLinks(headers, joinByLink(viewer._id, token));
      return groupId ? { groupId: groupId.toHexString() } : { friendId: friendId.toHexString() };
    }
    // Nobody stops being a guest of another group unknowingly.
    if (viewer && newcomer && actor === null) throw new AppError("wrong-actor");
    const asked = ifActive === "ask" && (guest ?? name);
    if (asked) {
      // They would lose what they have before anybody has confirmed.
      if (viewer) throw new AppError("wrong-actor");
      return { code: await waitAsGuest(headers, token, asked) };
    }
    const { groupId } = await beginAsGuest(headers, token, newcomer);
    return { groupId: groupId.toHexString() };
  },
  {
    page: ({ token: secret }, { name, as }) => {
      const token = encodeURIComponent(secret);
      if (as !== undefined) return settlePath(token, Number(as));
      return `${joinPath(token)}${name ? `?${new URLSearchParams({ name: name.slice(0, MAX_GUEST_NAME) })}` : ""}`;
    },
    next: async ({ groupId, friendId, code }, viewer, { token }) => {
      // It shows what the device waits for.
      if (code) return "/";
      if (!groupId) return `/friends/${friendId}`;
      if (viewer && !viewer.guest) return `/groups/${groupId}`;
      // The link was sent to the guest with "Send this".
      if (await findSharedLink(token)) return sharedPath(token);
      // The first expense is one tap away.
      const { rows } = await listEvents(requireId(groupId), { limit: 1 });
      return `/groups/${groupId}${rows[0] ? `/events/${rows[0]._id.toHexString()}` : ""}`;
    },
  },
);
