import type { Metadata } from "next";
import { requirePageUser } from "@/lib/page";
import { friendsScreen } from "@/lib/views";
import { FriendsHome } from "@/components/friends/friends-home";
import { FriendsHomeSkeleton } from "@/components/friends/friends-home-skeleton";
import { WhileLoading } from "../while-loading";

export const metadata: Metadata = { title: "Friends" };

export default function FriendsPage() {
  return (
    <WhileLoading fallback={<FriendsHomeSkeleton />}>
      <Friends />
    </WhileLoading>
  );
}

async function Friends() {
  const viewer = await requirePageUser();
  const { friends, summary, recentEvents } = await friendsScreen(viewer);
  return (
    <FriendsHome
      viewer={{ name: viewer.name, picture: viewer.picture }}
      friends={friends.map(({ _id, name, picture }) => ({ _id, name, picture }))}
      summary={summary}
      recentEvents={recentEvents}
    />
  );
}
