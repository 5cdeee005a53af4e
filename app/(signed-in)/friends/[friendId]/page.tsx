import { loadFriendPage } from "@/lib/views/friends";
import { FriendProfile } from "@/components/friends/friend-profile";
import { FriendProfileSkeleton } from "@/components/friends/friend-profile-skeleton";
import { GoBack } from "@/components/ui/go-back";
import { Page } from "@/components/ui/page";
import { titledPage } from "@/app/(signed-in)/titled-page";

const page = titledPage({
  load: (viewer, { friendId }: { friendId: string }) => loadFriendPage(viewer, friendId),
  title: "Profile",
  name: ({ profile }) => profile.name,
  skeleton: () => <FriendProfileSkeleton />,
  show: (profile) => (
    <Page>
      <GoBack fallback="/friends" />
      <FriendProfile {...profile} />
    </Page>
  ),
});

export const generateMetadata = page.metadata;
export default page.Page;
