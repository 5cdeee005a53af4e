import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadFriendPage } from "@/lib/views/friends";
import { FriendProfile } from "@/components/friends/friend-profile";
import { FriendProfileSkeleton } from "@/components/friends/friend-profile-skeleton";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { friendId: string };

const load = cache(loadFriendPage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { friendId } }) => (await load(viewer, friendId)).profile.name,
  "Profile",
);

export default withSkeleton<Ids>(
  () => <FriendProfileSkeleton />,
  async ({ viewer, params: { friendId } }) => (
    <Page>
      <GoBack fallback="/friends" />
      <FriendProfile {...await load(viewer, friendId)} />
    </Page>
  ),
);
