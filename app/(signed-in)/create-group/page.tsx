import type { Metadata } from "next";
import { requirePageUser } from "@/lib/page";
import { groupForm } from "@/lib/views";
import { CreateGroupForm } from "@/components/groups/create-group-form";
import { GroupFormSkeleton } from "@/components/groups/group-skeletons";
import { randomIcon } from "@/components/groups/random-icon";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { WhileLoading } from "../while-loading";

export const metadata: Metadata = { title: "Create Group" };

export default function CreateGroupPage() {
  return (
    <Page>
      <PageHeader title="Create Group" backTo="/groups" />
      <WhileLoading fallback={<GroupFormSkeleton />}>
        <Form />
      </WhileLoading>
    </Page>
  );
}

async function Form() {
  const { friends } = await groupForm(await requirePageUser());
  // Drawn on the server, so that server and browser show the same one.
  return <CreateGroupForm friends={friends} initialIcon={randomIcon()} />;
}
