import type { Metadata } from "next";
import { RECENT_DAYS } from "@/lib/core/retention";
import { FIRST_ACTIVITY, recentActivityView } from "@/lib/views/activity";
import { ActivityScreen } from "@/components/activity/activity-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { MarkActivitySeen } from "@/components/activity/mark-activity-seen";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Activity" };

export default withSkeleton(
  () => <ListPageSkeleton backTo="/friends" />,
  async ({ viewer }) => {
    const list = await recentActivityView(viewer, { limit: FIRST_ACTIVITY });
    return (
      <ActivityScreen
        {...list}
        source={{ name: "GET /api/users/activity" }}
        of={`All your groups, last ${RECENT_DAYS} days`}
        backTo="/friends"
        withGroup
      >
        <MarkActivitySeen latest={list.rows[0]?.at} />
      </ActivityScreen>
    );
  },
);
