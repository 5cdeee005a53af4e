import { createToken } from "@/lib/db/account/tokens";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { newTokenResponse, tokensView } from "@/lib/views/account";

export const GET = handler("listTokens", ({ viewer }) => tokensView(viewer));

export const POST = handler("createToken", async ({ viewer, body: { groupId, ...of } }) =>
  newTokenResponse(
    await createToken(viewer._id, { ...of, groupId: groupId === undefined ? null : requireId(groupId) }),
  ),
);
