import type { Metadata } from "next";
import { ownLinksView } from "@/lib/views/links";
import { relationshipsView } from "@/lib/views/friends";
import { requestCounts, friendRequestsView } from "@/lib/views/requests";
import { AddFriend } from "@/components/friends/add-friend";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";
import { FriendRequests } from "@/components/requests/friend-requests";
import { Page } from "@/components/ui/page";

export const metadata: Metadata = { title: "Add friend" };

export default withSkeleton(
  () => null,
  async ({ viewer }) => {
    const [counts, relationships, requests, links] = await Promise.all([
      requestCounts(viewer),
      relationshipsView(viewer),
      friendRequestsView(viewer),
      ownLinksView(viewer),
    ]);
    return (
      <Page title="Add friend" backTo="/friends">
        <AddFriend counts={counts} relationships={relationships} links={links} />
        <FriendRequests requests={requests} />
      </Page>
    );
  },
);
