import type { Metadata } from "next";
import { goneOnMissing, requirePageUser } from "@/lib/server/guarded-page";
import { loadEditGroupPage } from "@/lib/answers/groups";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { EditGroup } from "@/components/groups/edit-group";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Edit Group" };

type Props = { params: { groupId: string } };

export default withSkeleton(EditGroupContent, () => <FormSkeleton />);

async function EditGroupContent({ params: { groupId } }: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(loadEditGroupPage(viewer, groupId));
  if (!screen) return <GroupGone />;
  return (
    <Page>
      <PageHeader title="Edit Group" backTo={groupPath(groupId)} />
      <EditGroup {...screen} viewerId={viewer.id} />
    </Page>
  );
}
