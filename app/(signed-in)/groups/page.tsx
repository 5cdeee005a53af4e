import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { homeOf } from "@/lib/server/guarded-page";
import { loadGroupsPage } from "@/lib/views/groups";
import { groupRequestsView } from "@/lib/views/requests";
import { GroupList } from "@/components/groups/group-list";
import { toListedGroup } from "@/components/groups/listed-group";
import { GroupListSkeleton } from "@/components/groups/group-skeletons";
import { GroupRequests } from "@/components/requests/group-requests";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Groups" };

export default withSkeleton(
  () => <GroupListSkeleton />,
  async ({ viewer }) => {
    if (viewer.guest) redirect(homeOf(viewer));
    const [{ groups, ...rest }, requests] = await Promise.all([
      loadGroupsPage(viewer),
      groupRequestsView(viewer),
    ]);
    return (
      <Page>
        <GroupRequests requests={requests} folded />
        <GroupList groups={groups.map(toListedGroup)} {...rest} />
      </Page>
    );
  },
  { guests: true },
);
