import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound, requirePageUser } from "@/lib/page";
import { groupForm } from "@/lib/views";
import { groupPath } from "@/components/navigation/paths";
import { EditGroup } from "@/components/groups/edit-group";
import { GroupFormSkeleton } from "@/components/groups/group-skeletons";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { WhileLoading } from "../../../while-loading";

export const metadata: Metadata = { title: "Edit Group" };

type Props = { params: Promise<{ groupId: string }> };

export default async function EditGroupPage({ params }: Props) {
  const { groupId } = await params;
  return (
    <Page>
      <PageHeader title="Edit Group" backTo={groupPath(groupId)} />
      <WhileLoading fallback={<GroupFormSkeleton />}>
        <Form groupId={groupId} />
      </WhileLoading>
    </Page>
  );
}

async function Form({ groupId }: { groupId: string }) {
  const { friends, group, invitations } = await orNotFound(groupForm(await requirePageUser(), groupId));
  if (!group) notFound();
  return <EditGroup friends={friends} group={group} invitations={invitations} />;
}
