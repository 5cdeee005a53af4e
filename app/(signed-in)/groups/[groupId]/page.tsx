import type { Metadata } from "next";
import { orGone, requirePageUser } from "@/lib/page";
import { groupScreen } from "@/lib/views";
import { GroupGone } from "@/components/navigation/gone";
import { GroupDetail } from "@/components/groups/group-detail";
import { GroupDetailSkeleton } from "@/components/groups/group-skeletons";
import { WhileLoading } from "../../while-loading";

export const metadata: Metadata = { title: "Group" };

type Props = { params: Promise<{ groupId: string }> };

export default function GroupPage({ params }: Props) {
  return (
    <WhileLoading fallback={<GroupDetailSkeleton />}>
      <GroupScreen params={params} />
    </WhileLoading>
  );
}

async function GroupScreen({ params }: Props) {
  const viewer = await requirePageUser();
  const screen = await orGone(groupScreen(viewer, (await params).groupId));
  return screen ? <GroupDetail viewerId={viewer.id} {...screen} /> : <GroupGone />;
}
