import type { Metadata } from "next";
import { loadEditGroupPage } from "@/lib/views/groups";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { EditGroup } from "@/components/groups/edit-group";
import { Page } from "@/components/ui/page";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Edit Group" };

export default withSkeleton<{ groupId: string }>(
  () => <FormSkeleton />,
  async ({ viewer, params: { groupId } }) => (
    <Page title="Edit Group" backTo={groupPath(groupId)}>
      <EditGroup {...await loadEditGroupPage(viewer, groupId)} viewerId={viewer.id} />
    </Page>
  ),
  { Gone: GroupGone },
);
