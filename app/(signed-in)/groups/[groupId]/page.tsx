import type { Metadata } from "next";
import { orNotFound, requirePageUser } from "@/lib/page";
import { groupScreen } from "@/lib/views";
import { GroupDetail } from "@/components/groups/group-detail";
import { GroupDetailSkeleton } from "@/components/groups/group-skeletons";
import { Page } from "@/components/ui/page";
import { WhileLoading } from "../../while-loading";

export const metadata: Metadata = { title: "Group" };

type Props = { params: Promise<{ groupId: string }> };

export default async function GroupPage({ params }: Props) {
  const { groupId } = await params;
  return (
    <Page>
      <WhileLoading fallback={<GroupDetailSkeleton />}>
        <GroupContent groupId={groupId} />
      </WhileLoading>
    </Page>
  );
}

async function GroupContent({ groupId }: { groupId: string }) {
  const { group, events, eventCount } = await orNotFound(groupScreen(await requirePageUser(), groupId));
  return <GroupDetail group={group} events={events} eventCount={eventCount} />;
}
