import { claim } from "@/lib/auth/claim";
import { handler } from "@/lib/server/handler";
import { joinPath } from "@/lib/link-paths";
import { claimView } from "@/lib/views/guests";

export const GET = handler("claimPreview", ({ viewer, params, query }) =>
  claimView(viewer, params.id, query.token),
);

export const POST = handler(
  "claimGuest",
  async ({ viewer, params, body }) => ({
    groupId: (await claim(viewer._id, params.id, body.token)).toHexString(),
  }),
  {
    page: ({ id }, { token }) =>
      token ? joinPath(encodeURIComponent(token)) : `/friends/${encodeURIComponent(id)}/claim`,
    next: ({ groupId }) => `/groups/${groupId}`,
  },
);
