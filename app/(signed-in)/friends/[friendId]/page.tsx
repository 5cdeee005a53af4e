import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound, requirePageUser, titled } from "@/lib/page";
import { profileScreen, summaryView } from "@/lib/views";
import { FriendProfile } from "@/components/friends/friend-profile";
import { FriendProfileSkeleton } from "@/components/friends/friend-profile-skeleton";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { WhileLoading } from "../../while-loading";

type Props = { params: Promise<{ friendId: string }> };

const load = cache(profileScreen);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { friendId } = await params;
  return titled(async (viewer) => (await load(viewer, friendId)).name, "Profile");
}

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
  const [profile, summary] = await Promise.all([orNotFound(load(viewer, friendId)), summaryView(viewer)]);
  const balance = summary.find(({ _id }) => _id === profile._id)?.amount ?? 0;
  return <FriendProfile profile={profile} balance={balance} />;
}
