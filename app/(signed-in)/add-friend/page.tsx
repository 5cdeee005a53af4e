import type { Metadata } from "next";
import { forScreen, requirePageUser } from "@/lib/server/guarded-page";
import { ownLinksView } from "@/lib/answers/links";
import { friendRequestsView, relationshipsView, requestCounts } from "@/lib/answers/people";
import { AddFriend } from "@/components/friends/add-friend";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";
import { FriendRequests } from "@/components/requests/friend-requests";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Add friend" };

export default withSkeleton(AddFriendContent, () => null);

async function AddFriendContent() {
  const viewer = await requirePageUser();
  const [counts, relationships, requests, links] = await forScreen(
    Promise.all([
      requestCounts(viewer),
      relationshipsView(viewer),
      friendRequestsView(viewer),
      ownLinksView(viewer),
    ]),
  );
  return (
    <Page>
      <PageHeader title="Add friend" backTo="/friends" />
      <AddFriend counts={counts} relationships={relationships} links={links} />
      <FriendRequests requests={requests} />
    </Page>
  );
}
