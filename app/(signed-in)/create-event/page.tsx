import type { Metadata } from "next";
import { loadCreateEventPage } from "@/lib/views/groups";
import { toListedGroup } from "@/components/groups/listed-group";
import { PickGroup } from "@/components/groups/pick-group";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Create Event" };

export default withSkeleton(
  () => <ListPageSkeleton backTo="/groups" />,
  async ({ viewer }) => {
    const { rows, nextCursor } = await loadCreateEventPage(viewer);
    return (
      <Page title="Create Event" detail="In which group?" backTo="/groups">
        <PickGroup groups={rows.map(toListedGroup)} nextCursor={nextCursor} />
      </Page>
    );
  },
);
