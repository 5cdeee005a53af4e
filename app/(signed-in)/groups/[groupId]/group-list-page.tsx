import { GroupGone } from "@/components/navigation/gone";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { groupPath } from "@/lib/paths";
import { titledPage, type TitledPage } from "@/app/(signed-in)/titled-page";

type Page<Query, Shown> = Omit<TitledPage<{ groupId: string }, Query, Shown>, "skeleton" | "Gone">;

/** A {@link titledPage} with a list that belongs to a group. */
export const groupListPage = <Query, Shown>(page: Page<Query, Shown>) =>
  titledPage<{ groupId: string }, Query, Shown>({
    ...page,
    skeleton: ({ groupId }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
    Gone: GroupGone,
  });
