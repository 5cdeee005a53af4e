import type { Metadata } from "next";
import { orNotFound, requirePageUser } from "@/lib/page";
import { friendScreen } from "@/lib/views/open-payments";
import { FriendProfile } from "@/components/friends/friend-profile";
import { FriendProfileSkeleton } from "@/components/friends/friend-profile-skeleton";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { WhileLoading } from "../../while-loading";

export const metadata: Metadata = { title: "Profile" };

type Props = { params: Promise<{ friendId: string }> };

export default async function ProfilePage({ params }: Props) {
  const { friendId } = await params;
  return (
    <Page>
      <GoBack fallback="/friends" />
      <WhileLoading fallback={<FriendProfileSkeleton />}>
        <Profile friendId={friendId} />
      </WhileLoading>
    </Page>
  );
}

async function Profile({ friendId }: { friendId: string }) {
  const viewer = await requirePageUser();
  return <FriendProfile {...await orNotFound(friendScreen(viewer, friendId))} />;
}
