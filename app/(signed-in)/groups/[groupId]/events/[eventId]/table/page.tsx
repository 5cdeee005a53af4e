import type { Metadata } from "next";
import { loadTablePage } from "@/lib/views/links";
import { EventGone } from "@/components/navigation/gone";
import { TableScreen } from "@/components/links/table-screen";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Table mode" };

export default withSkeleton<{ groupId: string; eventId: string }>(
  () => null,
  async ({ viewer, params: { groupId, eventId } }) => (
    <TableScreen {...await loadTablePage(viewer, groupId, eventId)} />
  ),
  { Gone: EventGone },
);
