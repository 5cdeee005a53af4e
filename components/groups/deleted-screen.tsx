import { RESTORABLE_DAYS } from "@/lib/core/retention";
import { ONLY_MAY_RESTORE_EVENT } from "@/lib/core/rights";
import type { DeletedItem } from "@/lib/contract/groups";
import { groupPath } from "@/lib/paths";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { Page } from "@/components/ui/page";
import { RestoreList } from "./restore-list";

const icons = { expense: "icon-receipt-text", event: "icon-calendar" };

export type DeletedScreenProps = {
  viewerId: string;
  group: { _id: string; title: string };
  items: readonly DeletedItem[];
};

/** The expenses and events of a group that were deleted in the last RESTORABLE_DAYS days. */
export function DeletedScreen({ viewerId, group, items }: DeletedScreenProps) {
  return (
    <Page
      title="Recently deleted"
      detail={
        <>
          <Bdi>{group.title}</Bdi> · kept for {RESTORABLE_DAYS} days
        </>
      }
      backTo={groupPath(group._id)}
    >
      {items.length === 0 ? (
        <EmptyState picture="expenses" title="Nothing deleted recently.">
          You can restore deleted expenses and events here for {RESTORABLE_DAYS} days.
        </EmptyState>
      ) : (
        <RestoreList
          rows={items.map((item) => ({
            _id: item._id,
            restore:
              item.kind === "event"
                ? { name: "PUT /api/events/{eventId}/restore", params: { eventId: item._id } }
                : { name: "PUT /api/expenses/{expenseId}/restore", params: { expenseId: item._id } },
            title: item.title,
            leading: <Icon className={`${icons[item.kind]} text-muted`} />,
            detail: (
              <>
                <Amount dollars={item.amount} className="block text-ink" />
                {item.kind === "expense" ? <Bdi className="block">{item.eventTitle}</Bdi> : null}
                Deleted by {item.deletedBy._id === viewerId ? "you" : <Bdi>{item.deletedBy.name}</Bdi>} ·{" "}
                <RelativeTime at={item.deletedAt} />
              </>
            ),
            refusal: refusalOf(item, items),
          }))}
        />
      )}
    </Page>
  );
}

/** Why the viewer cannot restore it now; null if they can. */
function refusalOf(item: DeletedItem, items: readonly DeletedItem[]): string | null {
  const { kind, eventId, mayRestore } = item;
  if (mayRestore) return null;
  if (kind === "event") return ONLY_MAY_RESTORE_EVENT;
  // An event that was deleted after its expense comes before it in the list.
  return items.some(({ _id }) => _id === eventId)
    ? "Restore its event first."
    : "Only the people who paid or recorded it can restore it.";
}
