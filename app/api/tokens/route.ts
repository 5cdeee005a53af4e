import { createToken } from "@/lib/db/account/tokens";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { newTokenResponse, tokensView } from "@/lib/views/account";

export const GET = handler(operations.listTokens, ({ viewer }) => tokensView(viewer));

export const POST = handler(operations.createToken, async ({ viewer, body: { groupId, ...of } }) =>
  newTokenResponse(
    await createToken(viewer._id, { ...of, groupId: groupId === undefined ? null : requireId(groupId) }),
  ),
);
