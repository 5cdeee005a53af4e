import type { Route } from "next";
import { redirect } from "next/navigation";

type Props = { params: Promise<{ groupId: string }> };

/** The create screen's other address (spec section 2). */
export default async function CreateEventRedirect({ params }: Props) {
  const { groupId } = await params;
  redirect(`/groups/${encodeURIComponent(groupId)}/add-event` as Route);
}
