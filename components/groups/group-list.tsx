"use client";

import { Plus } from "lucide-react";
import useSWR from "swr";
import type { Group } from "@/lib/schemas/answers";
import { countOf } from "@/components/ui/count-of";
import { GROUPS_KEY } from "@/components/live-data/keys";
import { ActionBar } from "@/components/ui/action-bar";
import { AvatarStack } from "@/components/ui/avatar-stack";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { GroupIcon } from "@/components/ui/group-icon";
import { List, ListRow } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";

/** The viewer's groups, or the way to the first one (spec section 2). */
export function GroupList({ groups: fromServer }: { groups: Group[] }) {
  const { data: groups = fromServer } = useSWR<Group[]>(GROUPS_KEY, { fallbackData: fromServer });

  if (groups.length === 0) {
    return (
      <>
        <EmptyState
          picture="groups"
          title="You don't have any group yet!"
          headingLevel={1}
          action={<CreateGroup />}
        >
          A flat, a trip, a Friday lunch: whoever shares costs with you.
        </EmptyState>
        <SectionHeading>Groups (0)</SectionHeading>
      </>
    );
  }
  return (
    <>
      <h1 className="text-3xl/9 font-extrabold tracking-tight sm:text-4xl/11">Welcome to your group page!</h1>
      <section aria-labelledby="groups-heading" className="flex flex-col gap-4">
        <SectionHeading
          id="groups-heading"
          action={
            // On a phone the same button is at the bottom of the page.
            <span className="hidden sm:block">
              <CreateGroup />
            </span>
          }
        >{`Groups (${groups.length})`}</SectionHeading>
        <List>
          {groups.map(({ _id, title, icon, members }) => (
            <ListRow
              key={_id}
              href={`/groups/${_id}`}
              leading={<GroupIcon src={icon} />}
              title={<bdi>{title}</bdi>}
              detail={countOf(members.length, "member")}
              trailing={<AvatarStack people={members} max={3} />}
            />
          ))}
        </List>
      </section>
      <div className="contents sm:hidden">
        <ActionBar>
          <CreateGroup full />
        </ActionBar>
      </div>
    </>
  );
}

function CreateGroup({ full = false }: { full?: boolean }) {
  return (
    <ButtonLink href="/create-group" full={full} icon={<Plus aria-hidden />}>
      Create Group
    </ButtonLink>
  );
}
