import type { Metadata } from "next";
import { requirePageUser } from "@/lib/page";
import { friendsView, requestCounts } from "@/lib/views";
import { AddFriend } from "@/components/friends/add-friend";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Add friend" };

export default async function AddFriendPage() {
  const viewer = await requirePageUser();
  const [counts, friends] = await Promise.all([requestCounts(viewer), friendsView(viewer)]);
  return (
    <Page>
      <PageHeader title="Add friend" backTo="/friends" />
      <AddFriend counts={counts} friendIds={friends.map(({ _id }) => _id)} />
    </Page>
  );
}
