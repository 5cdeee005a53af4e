"use client";

import { clsx } from "clsx";
import { CalendarPlus, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import useSWR from "swr";
import type { Event, Group } from "@/lib/schemas/answers";
import { eventsKey } from "@/components/live-data/keys";
import { useFurtherRows } from "@/components/live-data/use-further-rows";
import { useLiveGroup } from "@/components/live-data/use-live-group";
import { Gone } from "@/components/navigation/gone";
import { addEventPath, editGroupPath } from "@/components/navigation/paths";
import { ActionBar } from "@/components/ui/action-bar";
import { ButtonLink } from "@/components/ui/button";
import { GroupIcon } from "@/components/ui/group-icon";
import { IconLink } from "@/components/ui/icon-button";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { SectionHeading } from "@/components/ui/section-heading";
import { GroupEvents } from "./group-events";
import { GroupExport } from "./group-export";
import { GroupMembers } from "./group-members";

/** From so many characters on the title needs a smaller size to keep its words whole on a phone. */
const LONG_TITLE = 24;

/** A group: who is in it and what they did together (spec section 2). */
export function GroupDetail({
  group: initialGroup,
  events: initialEvents,
  eventCount = initialEvents.length,
}: {
  group: Group;
  events: Event[];
  /** How many events there are, where these are not all. */
  eventCount?: number;
}) {
  const groupId = initialGroup._id;
  const { group, gone } = useLiveGroup(initialGroup);
  const { data: events = initialEvents, mutate } = useSWR<Event[]>(eventsKey(groupId), {
    fallbackData: initialEvents,
  });

  const router = useRouter();
  const hasMore = eventCount > initialEvents.length;
  const further = useFurtherRows<Event>(eventsKey(groupId), events, hasMore);

  function leaveOut(gone: string) {
    void mutate(events.filter(({ _id }) => _id !== gone));
    if (!hasMore) return;
    further.refresh();
    router.refresh();
  }

  if (gone) return <Gone what="This group" href="/groups" wayOn="Back to your groups" />;
  return (
    <>
      <PageHeader
        backTo="/groups"
        leading={<GroupIcon src={group.icon} size="lg" />}
        title={
          <bdi className={clsx(group.title.length > LONG_TITLE && "text-2xl/8 sm:text-3xl/9")}>
            {group.title}
          </bdi>
        }
        action={
          <IconLink href={editGroupPath(groupId)} aria-label="Edit group">
            <Pencil aria-hidden />
          </IconLink>
        }
      />
      <GroupMembers members={group.members} creatorId={group.createdBy._id} />
      <section aria-labelledby="events-heading" className="flex flex-col gap-4">
        <SectionHeading
          id="events-heading"
          action={
            // On a phone the same button is at the bottom of the page.
            <span className="hidden sm:block">
              <AddEvent groupId={groupId} />
            </span>
          }
        >{`Events (${hasMore ? eventCount : events.length})`}</SectionHeading>
        <GroupEvents group={group} events={[...events, ...further.rows]} onDeleted={leaveOut} />
        <LoadMore list={further} label="Show more events" />
      </section>
      <GroupExport groupId={groupId} />
      <div className="contents sm:hidden">
        <ActionBar>
          <AddEvent groupId={groupId} full />
        </ActionBar>
      </div>
    </>
  );
}

function AddEvent({ groupId, full = false }: { groupId: string; full?: boolean }) {
  return (
    <ButtonLink href={addEventPath(groupId)} full={full} icon={<CalendarPlus aria-hidden />}>
      Add Event
    </ButtonLink>
  );
}
