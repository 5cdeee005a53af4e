import type { Metadata } from "next";
import { loadImportPage } from "@/lib/views/imports";
import { ImportScreen } from "@/components/imports/import-screen";
import { randomIcon } from "@/components/groups/random-icon";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Import" };

export default withSkeleton(
  () => <ListPageSkeleton backTo="/groups" />,
  async ({ viewer }) => (
    // Picked on the server, so that server and browser show the same icon.
    <ImportScreen {...await loadImportPage(viewer)} initialIcon={randomIcon()} />
  ),
);
