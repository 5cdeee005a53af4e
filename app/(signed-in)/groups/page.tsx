import type { Metadata } from "next";
import { requirePageUser } from "@/lib/page";
import { groupsScreen } from "@/lib/views";
import { GroupList } from "@/components/groups/group-list";
import { toListedGroup } from "@/components/groups/listed-group";
import { GroupListSkeleton } from "@/components/groups/group-skeletons";
import { Page } from "@/components/ui/page";
import { WhileLoading } from "../while-loading";

export const metadata: Metadata = { title: "Groups" };

export default function GroupsPage() {
  return (
    <Page>
      <WhileLoading fallback={<GroupListSkeleton />}>
        <Groups />
      </WhileLoading>
    </Page>
  );
}

async function Groups() {
  const groups = await groupsScreen(await requirePageUser());
  return <GroupList groups={groups.map(toListedGroup)} />;
}
