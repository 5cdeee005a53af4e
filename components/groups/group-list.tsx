"use client";

import { clsx } from "clsx";
import { groupPath } from "@/components/navigation/paths";
import { pluralize } from "@/lib/core/pluralize";
import { ActionBar } from "@/components/ui/action-bar";
import { AvatarStack } from "@/components/people/avatar-stack";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { GroupIcon } from "@/components/ui/group-icon";
import { Link } from "@/components/ui/link";
import { List, ListRow } from "@/components/ui/list";
import { PersonColors } from "@/components/people/person-colors";
import { SectionHeading } from "@/components/ui/section-heading";
import type { ListedGroup } from "./listed-group";
import { RowBalance } from "./row-balance";
import { Icon } from "@/components/ui/icon";

/** The viewer's groups, or an empty state (spec section 2). */
export function GroupList({ groups }: { groups: readonly ListedGroup[] }) {
  if (groups.length === 0) {
    return (
      <>
        <EmptyState picture="groups" title="You don't have any group yet!" heading action={<CreateGroup />}>
          For an apartment, a trip, a Friday lunch: anything you share costs for.
        </EmptyState>
        <SectionHeading>Groups (0)</SectionHeading>
        <DeletedGroupsLink />
      </>
    );
  }
  return (
    <>
      <h1 className="page-title">Welcome to your group page!</h1>
      <section aria-labelledby="groups-heading" className="flex flex-col gap-4">
        <SectionHeading
          id="groups-heading"
          action={
            // On a phone, the same button is at the bottom of the page.
            <span className="hidden sm:block">
              <CreateGroup />
            </span>
          }
        >{`Groups (${groups.length})`}</SectionHeading>
        <List>
          {groups.map(({ _id, title, icon, members, memberCount, balance }) => (
            <ListRow
              key={_id}
              href={groupPath(_id)}
              leading={<GroupIcon src={icon} />}
              title={<bdi>{title}</bdi>}
              detail={pluralize(memberCount, "member")}
              trailing={
                <>
                  <PersonColors people={members}>
                    <span className={clsx(balance && "hidden sm:inline")}>
                      <AvatarStack people={members} total={memberCount} max={3} />
                    </span>
                  </PersonColors>
                  <RowBalance balance={balance} />
                </>
              }
            />
          ))}
        </List>
      </section>
      <DeletedGroupsLink />
      <ActionBar phoneOnly>
        <CreateGroup />
      </ActionBar>
    </>
  );
}

function CreateGroup() {
  return (
    <ButtonLink href="/create-group" icon={<Icon className="icon-plus" />}>
      Create Group
    </ButtonLink>
  );
}

function DeletedGroupsLink() {
  return (
    <Link href="/groups/deleted" className="quiet-link self-start">
      <Icon className="icon-trash" />
      Recently deleted groups
    </Link>
  );
}
