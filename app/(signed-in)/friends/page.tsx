import type { Metadata } from "next";
import { forScreen, requirePageUser } from "@/lib/server/guarded-page";
import { loadFriendsPage } from "@/lib/answers/people";
import { FriendsScreen } from "@/components/friends/friends-screen";
import { FriendsSkeleton } from "@/components/friends/friends-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Friends" };

export default withSkeleton(FriendsContent, () => <FriendsSkeleton />);

async function FriendsContent() {
  const viewer = await requirePageUser();
  const { friends, requests, summary, recentEvents } = await forScreen(loadFriendsPage(viewer));
  return (
    <FriendsScreen
      friends={friends.map(({ _id, name, picture }) => ({ _id, name, picture }))}
      requests={requests}
      summary={summary}
      recentEvents={recentEvents}
    />
  );
}
