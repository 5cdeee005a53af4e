import type { Route } from "next";
import { redirect } from "next/navigation";

type Props = { params: Promise<{ groupId: string }> };

/** Redirects the alternative path of the create screen. */
export default async function CreateEventRedirect({ params }: Props) {
  const { groupId } = await params;
  redirect(`/groups/${encodeURIComponent(groupId)}/add-event` as Route);
}
