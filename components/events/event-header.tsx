import type { Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import { AvatarStack } from "@/components/people/avatar-stack";
import { IconLink } from "@/components/ui/icon-button";
import { PageHeader } from "@/components/ui/page-header";
import { Day } from "@/components/ui/day";
import { Title } from "@/components/ui/title";
import { editEventPath, groupPath } from "@/components/navigation/paths";
import { Bdi } from "@/components/ui/bdi";

/**
 * The event's title with the pencil while it is open, its group, date, and participants; of what two friends share, the
 * title alone.
 */
export function EventHeader({ group, event }: { group: Group; event: Event }) {
  if (group.pair) {
    return (
      <PageHeader
        title={<Title>{event.title}</Title>}
        detail={<AvatarStack people={event.participants} />}
        backTo="/friends"
      />
    );
  }
  return (
    <PageHeader
      title={<Title>{event.title}</Title>}
      detail={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-0">
            <Bdi>{group.title}</Bdi> · <Day iso={event.date} />
          </span>
          <AvatarStack people={event.participants} max={6} />
        </span>
      }
      backTo={groupPath(group._id)}
      action={
        event.closedAt ? null : (
          <IconLink
            className="members-only"
            icon="icon-pencil"
            href={editEventPath(group._id, event._id)}
            aria-label="Edit event"
          />
        )
      }
    />
  );
}
