import { cache } from "react";
import { notFoundOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadFriendPage } from "@/lib/answers/open-payments";
import { FriendProfile } from "@/components/friends/friend-profile";
import { FriendProfileSkeleton } from "@/components/friends/friend-profile-skeleton";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

type Params = { friendId: string };

const load = cache(loadFriendPage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { friendId } }: { params: Params }) => (await load(viewer, friendId)).profile.name,
  "Profile",
);

export default async function ProfilePage({ params }: { params: Promise<Params> }) {
  const { friendId } = await params;
  return (
    <Page>
      <GoBack fallback="/friends" />
      <WhileLoading fallback={<FriendProfileSkeleton />}>
        <ProfileContent friendId={friendId} />
      </WhileLoading>
    </Page>
  );
}

async function ProfileContent({ friendId }: Params) {
  const viewer = await requirePageUser();
  return <FriendProfile {...await notFoundOnMissing(load(viewer, friendId))} />;
}
