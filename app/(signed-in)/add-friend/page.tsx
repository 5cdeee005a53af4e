import type { Metadata } from "next";
import { requirePageUser } from "@/lib/page";
import { requestCounts } from "@/lib/views";
import { AddFriend } from "@/components/friends/add-friend";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Add friend" };

export default async function AddFriendPage() {
  const counts = await requestCounts(await requirePageUser());
  return (
    <Page>
      <PageHeader title="Add friend" backTo="/friends" />
      <AddFriend counts={counts} />
    </Page>
  );
}
