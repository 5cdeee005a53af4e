import type { Metadata } from "next";
import { requirePageUser } from "@/lib/page";
import { loadFriendsPage } from "@/lib/views";
import { FriendsHome } from "@/components/friends/friends-home";
import { FriendsHomeSkeleton } from "@/components/friends/friends-home-skeleton";
import { WhileLoading } from "../while-loading";

export const metadata: Metadata = { title: "Friends" };

export default function FriendsPage() {
  return (
    <WhileLoading fallback={<FriendsHomeSkeleton />}>
      <FriendsContent />
    </WhileLoading>
  );
}

async function FriendsContent() {
  const viewer = await requirePageUser();
  const { friends, summary, recentEvents } = await loadFriendsPage(viewer);
  return (
    <FriendsHome
      viewer={{ name: viewer.name, picture: viewer.picture }}
      friends={friends.map(({ _id, name, picture }) => ({ _id, name, picture }))}
      summary={summary}
      recentEvents={recentEvents}
    />
  );
}
