import { RESTORABLE_DAYS } from "@/lib/core/retention";
import type { DeletedGroup } from "@/lib/contract/groups";
import { EmptyState } from "@/components/ui/empty-state";
import { GroupIcon } from "@/components/ui/group-icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { Page } from "@/components/ui/page";
import { RestoreList } from "./restore-list";

/** The groups of the last RESTORABLE_DAYS days that the viewer deleted, or has open payments in. */
export function DeletedGroupsScreen({ groups }: { groups: readonly DeletedGroup[] }) {
  return (
    <Page
      title="Recently deleted groups"
      detail={`Groups you deleted, or have open payments in, kept for ${RESTORABLE_DAYS} days`}
      backTo="/groups"
    >
      {groups.length === 0 ? (
        <EmptyState picture="groups" title="No recently deleted groups.">
          You can restore deleted groups here for {RESTORABLE_DAYS} days, with everything in them.
        </EmptyState>
      ) : (
        <RestoreList
          rows={groups.map(({ _id, title, icon, deletedAt }) => ({
            _id,
            restore: { name: "PUT /api/groups/{groupId}/restore", params: { groupId: _id } },
            title,
            leading: <GroupIcon src={icon} />,
            detail: (
              <>
                Deleted · <RelativeTime at={deletedAt} />
              </>
            ),
            refusal: null,
          }))}
        />
      )}
    </Page>
  );
}
