import type { Metadata } from "next";
import { requirePageUser } from "@/lib/guarded-page";
import { friendRequestsView, relationshipsView, requestCounts } from "@/lib/views/people";
import { AddFriend } from "@/components/friends/add-friend";
import { RestorePosition } from "@/components/refresh/back-forward";
import { FriendRequests } from "@/components/requests/friend-requests";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Add friend" };

export default async function AddFriendPage() {
  const viewer = await requirePageUser();
  const [counts, relationships, requests] = await Promise.all([
    requestCounts(viewer),
    relationshipsView(viewer),
    friendRequestsView(viewer),
  ]);
  return (
    <Page>
      <PageHeader title="Add friend" backTo="/friends" />
      <AddFriend counts={counts} relationships={relationships} />
      <FriendRequests requests={requests} />
      <RestorePosition />
    </Page>
  );
}
