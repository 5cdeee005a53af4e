import type { Metadata } from "next";
import { loadAddPage } from "@/lib/views/expenses";
import { PickScreen } from "@/components/expenses/pick-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Add expense" };

export default withSkeleton(
  () => <ListPageSkeleton backTo="/friends" />,
  async ({ viewer }) => <PickScreen {...await loadAddPage(viewer)} />,
);
