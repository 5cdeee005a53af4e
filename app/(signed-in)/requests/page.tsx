import type { Metadata } from "next";
import { loadRequestsPage } from "@/lib/views/requests";
import { FriendRequests } from "@/components/requests/friend-requests";
import { GroupRequests } from "@/components/requests/group-requests";
import { Page } from "@/components/ui/page";
import { SkeletonHeader, SkeletonList } from "@/components/ui/skeleton-list";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Requests" };

export default withSkeleton(
  () => (
    <Page>
      <SkeletonHeader />
      <SkeletonList rows={2} />
      <SkeletonList rows={2} />
    </Page>
  ),
  async ({ viewer }) => {
    const { friendRequests, groupRequests } = await loadRequestsPage(viewer);
    return (
      <Page title="Requests" backTo="/friends">
        <FriendRequests requests={friendRequests} empty="No pending friend requests." />
        <GroupRequests requests={groupRequests} empty="No pending group requests." />
      </Page>
    );
  },
);
