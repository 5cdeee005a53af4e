import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { homeOf } from "@/lib/server/guarded-page";
import { loadFriendsPage } from "@/lib/views/friends";
import { claimOffer } from "@/lib/views/guests";
import { ClaimNotice } from "@/components/guests/claim-notice";
import { FriendsScreen } from "@/components/friends/friends-screen";
import { FriendsSkeleton } from "@/components/friends/friends-skeleton";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Friends" };

export default withSkeleton(
  () => <FriendsSkeleton />,
  async ({ viewer }) => {
    // An installed app starts here.
    if (viewer.guest) redirect(homeOf(viewer));
    const [{ friends, requests, summary, recentEvents }, claim] = await Promise.all([
      loadFriendsPage(viewer),
      claimOffer(viewer),
    ]);
    return (
      <Page>
        <FriendsScreen
          notice={claim ? <ClaimNotice {...claim} /> : null}
          friends={friends.map(({ _id, name, picture }) => ({ _id, name, picture }))}
          requests={requests}
          summary={summary}
          recentEvents={recentEvents}
        />
      </Page>
    );
  },
  { guests: true },
);
