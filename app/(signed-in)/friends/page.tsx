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
  const { friends, summary } = await friendsScreen(await requirePageUser());
  return <FriendsHome friends={friends} summary={summary} />;
}
