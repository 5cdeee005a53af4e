import type { Metadata } from "next";
import { forScreen, requirePageUser } from "@/lib/server/guarded-page";
import { loadAddPage } from "@/lib/answers/add-expense";
import { PickScreen } from "@/components/expenses/pick-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Add expense" };

export default withSkeleton(AddContent, () => <ListPageSkeleton backTo="/friends" />);

async function AddContent() {
  const viewer = await requirePageUser();
  return <PickScreen {...await forScreen(loadAddPage(viewer))} />;
}
