import type { Metadata } from "next";
import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/guarded-page";
import { loadGroupPage } from "@/lib/views/groups";
import { GroupGone } from "@/components/navigation/gone";
import { GroupScreen } from "@/components/groups/group-screen";
import { GroupSkeleton } from "@/components/groups/group-skeletons";
import { PersonColors } from "@/components/people/person-colors";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

type Props = { params: Promise<{ groupId: string }> };

const load = cache(loadGroupPage);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { groupId } = await params;
  return pageMetadata(async (viewer) => (await load(viewer, groupId)).group.title, "Group");
}

export default function GroupPage({ params }: Props) {
  return (
    <WhileLoading fallback={<GroupSkeleton />}>
      <GroupContent params={params} />
    </WhileLoading>
  );
}

async function GroupContent({ params }: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(load(viewer, (await params).groupId));
  if (!screen) return <GroupGone />;
  return (
    <PersonColors people={[...screen.group.members, ...screen.invited]}>
      <GroupScreen {...screen} />
    </PersonColors>
  );
}
