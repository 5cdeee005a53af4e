import "server-only";
import { toSessionUser } from "@/lib/auth/session-user";
import type { Operation } from "@/lib/contract/operation";
import { TOKEN_ITEMS } from "@/lib/core/tokens";
import { getUserOfToken, isInGroup } from "@/lib/db/account/tokens";
import { AppError, notFound } from "@/lib/errors";
import { note } from "@/lib/log/request";
import type { TokenAccess, Viewer } from "./access";

// What a request with an API token may do (docs/rules.md#api-tokens). An operation is closed to tokens unless its row in
// lib/contract opens it. Only handlers ask for tokens: screens know sessions only.

/**
 * The user of an API token.
 * @param id of what the operation reads along
 * @throws AppError "unauthenticated"
 */
export async function requireTokenUser(operation: Operation, token: string, id?: string): Promise<Viewer> {
  const { session } = operation;
  const along = session === "groups" || session === "settlement" ? session : undefined;
  const known = await getUserOfToken(token, along, id);
  if (!known) {
    throw new AppError("unauthenticated", "This API token does not work.", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  const { found, user } = known;
  const { scope, groupId } = found;
  const access = { id: found._id.toHexString(), scope, groupId };
  note({
    user: user._id.toHexString(),
    token: access.id,
    ...(groupId && { onlyGroup: groupId.toHexString() }),
  });
  return { ...toSessionUser(user), _id: user._id, token: access };
}

/** Refuses a token that may not use the operation at all. @throws AppError "token-refused", "not-found" */
export function requireOpen({ tokens, method }: Operation, { scope, groupId }: TokenAccess): void {
  if (!tokens) throw new AppError("token-refused");
  if (tokens === "account" && groupId) throw notFound();
  if (method !== "GET" && scope === "read") {
    throw new AppError("token-refused", "This API token can only read.");
  }
}

/**
 * Refuses a token of one group if the request is about something else. Writes check again that it is the token's group,
 * and that the user is a member of it.
 * @param named the parameters of the path, and the fields of query and body, as the operation reads them
 * @throws AppError "not-found"
 */
export async function requireReach(
  { tokens }: Operation,
  { groupId }: TokenAccess,
  named: Readonly<Record<string, unknown>>,
): Promise<void> {
  // The views of lists select the rows.
  if (!groupId || !tokens || tokens === "list" || tokens === "account") return;
  for (const item of typeof tokens === "string" ? [tokens] : tokens) {
    const id = named[TOKEN_ITEMS[item]];
    if (typeof id !== "string" || !(await isInGroup(item, id, groupId))) throw notFound();
  }
}
