import { clsx } from "clsx";
import type { Event, Group, Person } from "@/lib/schemas/answers";
import { GroupLinks } from "@/components/activity/group-links";
import { addEventPath, editGroupPath } from "@/components/navigation/paths";
import { ActionBar } from "@/components/ui/action-bar";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { GroupIcon } from "@/components/ui/group-icon";
import { IconLink } from "@/components/ui/icon-button";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { SectionHeading } from "@/components/ui/section-heading";
import { Icon } from "@/components/ui/icon";
import { GroupEvents } from "./group-events";
import { toListedEvent } from "./listed-event";
import { GroupExport } from "./group-export";
import { GroupMembers } from "./group-members";
import { tintOf } from "./group-tint";

/** From this length on, a title needs a smaller font to keep its words whole on a phone. */
const LONG_TITLE = 24;

export type GroupScreenProps = {
  group: Group;
  /** The newest events; `nextCursor`: where more of them start. */
  events: readonly Event[];
  nextCursor: string | null;
  eventCount: number;
  /** People with a pending invitation, as far as the viewer may know. */
  invited: readonly Person[];
  /** The viewer's balances by event id, in dollars, without zeros. */
  balances: Readonly<Record<string, number>>;
};

/** The group screen: its members and events (spec section 2). */
export function GroupScreen({ group, events, nextCursor, eventCount, invited, balances }: GroupScreenProps) {
  return (
    <Page>
      <div className="group-header" style={tintOf(group.icon)}>
        <PageHeader
          backTo="/groups"
          leading={<GroupIcon src={group.icon} size="lg" />}
          title={
            <bdi className={clsx(group.title.length > LONG_TITLE && "text-2xl/8 sm:text-3xl/9")}>
              {group.title}
            </bdi>
          }
          action={<IconLink icon="icon-pencil" href={editGroupPath(group._id)} aria-label="Edit group" />}
        />
      </div>
      <GroupMembers members={group.members} invited={invited} creatorId={group.createdBy._id} />
      <section aria-labelledby="events-heading" className="flex flex-col gap-4">
        <SectionHeading
          id="events-heading"
          action={
            // On a phone, the same button is at the bottom of the page.
            <span className="hidden sm:block">
              <AddEvent groupId={group._id} />
            </span>
          }
        >{`Events (${eventCount})`}</SectionHeading>
        {events.length === 0 ? (
          <EmptyState picture="events" title="No events yet.">
            Add a dinner, a weekend, or a month, then its expenses.
          </EmptyState>
        ) : (
          <GroupEvents
            group={{ _id: group._id, createdBy: group.createdBy._id }}
            events={events.map(toListedEvent)}
            balances={balances}
            nextCursor={nextCursor}
          />
        )}
      </section>
      <div className="-mb-6">
        <GroupLinks groupId={group._id} />
      </div>
      <GroupExport groupId={group._id} />
      <ActionBar phoneOnly>
        <AddEvent groupId={group._id} />
      </ActionBar>
    </Page>
  );
}

function AddEvent({ groupId }: { groupId: string }) {
  return (
    <ButtonLink href={addEventPath(groupId)} icon={<Icon className="icon-calendar-plus" />}>
      Add Event
    </ButtonLink>
  );
}
