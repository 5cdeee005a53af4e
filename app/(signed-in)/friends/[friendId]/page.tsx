import { cache } from "react";
import { notFoundOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadFriendPage } from "@/lib/answers/open-payments";
import { FriendProfile } from "@/components/friends/friend-profile";
import { FriendProfileSkeleton } from "@/components/friends/friend-profile-skeleton";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { friendId: string } };

const load = cache(loadFriendPage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { friendId } }: Props) => (await load(viewer, friendId)).profile.name,
  "Profile",
);

export default withSkeleton(ProfileContent, () => <FriendProfileSkeleton />);

async function ProfileContent({ params: { friendId } }: Props) {
  const viewer = await requirePageUser();
  const screen = await notFoundOnMissing(load(viewer, friendId));
  return (
    <Page>
      <GoBack fallback="/friends" />
      <FriendProfile {...screen} />
    </Page>
  );
}
