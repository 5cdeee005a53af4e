import type { DeletedThing } from "@/lib/schemas/answers";
import { groupPath } from "@/components/navigation/paths";
import { Amount } from "@/components/ui/amount";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { MomentAgo } from "@/components/ui/moment-ago";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { RestoreList } from "./restore-list";

const icons = { expense: "icon-receipt-text", event: "icon-calendar" };

export type DeletedThingsProps = {
  viewerId: string;
  group: { _id: string; title: string };
  things: readonly DeletedThing[];
};

/** Expenses and events of a group that were deleted in the last 30 days. */
export function DeletedThings({ viewerId, group, things }: DeletedThingsProps) {
  return (
    <Page>
      <PageHeader
        title="Recently deleted"
        detail={
          <>
            <bdi>{group.title}</bdi> · kept for 30 days
          </>
        }
        backTo={groupPath(group._id)}
      />
      {things.length === 0 ? (
        <EmptyState picture="expenses" title="Nothing was deleted lately.">
          Deleted expenses and events can be restored here for 30 days.
        </EmptyState>
      ) : (
        <RestoreList
          rows={things.map((thing) => ({
            _id: thing._id,
            path: `/api/${thing.kind}s/${thing._id}`,
            title: thing.title,
            leading: <Icon className={`${icons[thing.kind]} text-muted`} />,
            detail: (
              <>
                <Amount dollars={thing.amount} className="block text-ink" />
                Deleted by {thing.deletedBy._id === viewerId ? (
                  "you"
                ) : (
                  <bdi>{thing.deletedBy.name}</bdi>
                )} · <MomentAgo at={thing.deletedAt} />
              </>
            ),
            refusal: refusalOf(thing, things),
          }))}
        />
      )}
    </Page>
  );
}

/** Why the viewer cannot restore it now; null if they can. */
export function refusalOf(thing: DeletedThing, things: readonly DeletedThing[]): string | null {
  const { kind, eventId, mayRestore } = thing;
  if (!mayRestore && kind === "event") return "Only the creator of the event or of the group can restore it.";
  if (!mayRestore) return "Only the people who paid or recorded it can restore it.";
  if (kind === "expense" && things.some(({ _id }) => _id === eventId)) return "Restore its event first.";
  return null;
}
