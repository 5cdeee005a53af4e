"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { beginAsGuest } from "@/lib/auth/begin-as-guest";
import { claim, decline } from "@/lib/auth/claim";
import { operations } from "@/lib/contract/operations";
import { joinPath } from "@/lib/core/link-paths";
import { listEvents } from "@/lib/db/events";
import { requireId } from "@/lib/db/ids";
import { joinByLink } from "@/lib/db/links";
import { AppError } from "@/lib/server/errors";
import { requirePageUser } from "@/lib/server/guarded-page";
import { limitRequest } from "@/lib/server/http/rate-limits";
import { logEvent } from "@/lib/server/log";

// The forms of an invite link's page, which work without JavaScript. What prevents joining is shown on that page.

/** Uses the invite link that the form's `token` names, and opens its group, or the profile of the new friend. */
export async function joinAction(form: unknown): Promise<void> {
  const viewer = await requirePageUser();
  const { token, user } = fieldsOf(form);
  // Someone else may have signed in since the page was rendered: it asks them first.
  if (user !== viewer.id) redirect(pageOf(token));
  const target = await orProblem(pageOf(token), async () => {
    await limitRequest("write", viewer.id);
    const { groupId, friendId } = await joinByLink(viewer._id, token);
    const joined = groupId ? { groupId: groupId.toHexString() } : { friendId: friendId.toHexString() };
    logEvent("joinByLink", joined);
    return joined.groupId ? `/groups/${joined.groupId}` : `/friends/${joined.friendId}`;
  });
  redirect(target as Route);
}

/**
 * Begins a session of the guest that the form's `guestId` names, or of a new one with its `name`, and opens the group's
 * latest event, so that the first expense is one tap away.
 */
export async function joinAsGuestAction(form: unknown): Promise<void> {
  const { token, guestId, name } = fieldsOf(form);
  const target = await orProblem(pageOf(token), async () => {
    const entered = operations.joinByLink.body.safeParse(guestId ? { guestId } : { name });
    if (!entered.success) throw new AppError("invalid");
    const newcomer = guestId ? { guestId: requireId(guestId) } : { name: entered.data.name ?? "" };
    const { groupId } = await beginAsGuest(await headers(), token, newcomer);
    const [latest] = (await listEvents(groupId, { limit: 1 })).rows;
    return `/groups/${groupId.toHexString()}${latest ? `/events/${latest._id.toHexString()}` : ""}`;
  });
  redirect(target as Route);
}

/** The viewer takes the place of the form's `guest`, by the link's `token` if there is one, and opens the group. */
export async function claimAction(form: unknown): Promise<void> {
  const viewer = await requirePageUser();
  const { token, user, guest } = fieldsOf(form);
  const page = token ? pageOf(token) : (`/friends/${requireId(guest).toHexString()}/claim` as Route);
  if (user !== viewer.id) redirect(page);
  const groupId = await orProblem(page, async () => {
    await limitRequest("write", viewer.id);
    return (await claim(viewer._id, guest, token || undefined)).toHexString();
  });
  logEvent("claimGuest", { groupId, guest });
  redirect(`/groups/${groupId}` as Route);
}

/** The viewer is not the guest whom they were asked about: the home screen asks no more. */
export async function declineClaimAction(form: unknown): Promise<void> {
  const viewer = await requirePageUser();
  if (fieldsOf(form).user === viewer.id) await decline(viewer._id);
  redirect("/friends");
}

function fieldsOf(form: unknown) {
  const field = (name: string) => String((form instanceof FormData && form.get(name)) || "");
  return {
    token: field("token"),
    user: field("user"),
    guest: field("guest"),
    guestId: field("guestId"),
    name: field("name"),
  };
}

const pageOf = (token: string) => joinPath(encodeURIComponent(token)) as Route;

/** The result of joining; redirects to the page with the reason if it is refused. */
async function orProblem<T>(page: Route, join: () => Promise<T>): Promise<T> {
  try {
    return await join();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirect(`${page}?problem=${error.code}` as Route);
  }
}
