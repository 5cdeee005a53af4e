"use client";

import { clsx } from "clsx";
import { addEventPath, groupPath, importPath } from "@/lib/paths";
import { pluralize } from "@/lib/core/text/pluralize";
import { ActionBar } from "@/components/ui/action-bar";
import { Bdi } from "@/components/ui/bdi";
import { AvatarStack } from "@/components/people/avatar-stack";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { GroupIcon } from "@/components/ui/group-icon";
import { List, ListRow } from "@/components/ui/list";
import { LoadMore } from "@/components/ui/load-more";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { QuietLink } from "@/components/ui/quiet-link";
import { Section, SectionHeading } from "@/components/ui/section";
import { toListedGroup, type ListedGroup } from "./listed-group";
import { FirstStep } from "./first-step";
import { RowBalance } from "./row-balance";

export type GroupListProps = {
  groups: readonly ListedGroup[];
  /** The ids of those without events. */
  empty: readonly string[];
  nextCursor: string | null;
  groupCount: number;
  /** The viewer's balances by group id, in dollars, without zeros. */
  balances: Readonly<Record<string, number>>;
};

/** The viewer's groups, newest first, or an empty state. Loads further pages on demand. */
export function GroupList({ groups, empty, nextCursor, groupCount, balances }: GroupListProps) {
  const { rows, listRef, more } = useLoadMore("GET /api/groups", {}, groups, nextCursor, (page) =>
    page.map(toListedGroup),
  );
  if (rows.length === 0) {
    return (
      <>
        <EmptyState
          picture="groups"
          title="You don't have any group yet!"
          heading
          action={
            <span className="flex flex-wrap justify-center gap-3">
              <CreateGroup />
              <ImportLink />
            </span>
          }
        >
          For an apartment, a trip, a Friday lunch: anything you share costs for. Or import one from Splitwise
          or Spliit.
        </EmptyState>
        <SectionHeading>Groups (0)</SectionHeading>
        <DeletedGroupsLink />
      </>
    );
  }
  return (
    <>
      <h1 className="page-title">Welcome to your group page!</h1>
      <Section
        id="groups-heading"
        heading={`Groups (${groupCount})`}
        action={
          <span className="flex flex-wrap gap-3">
            <ImportLink />
            {/* On a phone, the same button is at the bottom of the page. */}
            <span className="hidden sm:block">
              <CreateGroup />
            </span>
          </span>
        }
        className="gap-4"
      >
        <List ref={listRef}>
          {rows.map(({ _id, title, icon, members, memberCount }) => (
            <ListRow
              key={_id}
              href={groupPath(_id)}
              leading={<GroupIcon src={icon} />}
              title={<Bdi>{title}</Bdi>}
              detail={pluralize(memberCount, "member")}
              trailing={
                <>
                  <span className={clsx(balances[_id] && "hidden sm:inline")}>
                    <AvatarStack people={members} total={memberCount} max={3} />
                  </span>
                  <RowBalance balance={balances[_id]} />
                </>
              }
            >
              {empty.includes(_id) ? (
                <FirstStep href={addEventPath(_id)} icon="icon-calendar-plus">
                  Add the first event
                </FirstStep>
              ) : null}
            </ListRow>
          ))}
        </List>
        <LoadMore {...more} label="Show more groups" />
      </Section>
      <DeletedGroupsLink />
      <ActionBar phoneOnly>
        <CreateGroup />
      </ActionBar>
    </>
  );
}

function CreateGroup() {
  return (
    <ButtonLink href="/create-group" icon="icon-plus">
      Create Group
    </ButtonLink>
  );
}

/** Brings a group along from another application. */
function ImportLink() {
  return (
    <ButtonLink variant="secondary" href={importPath} icon="icon-upload">
      Import
    </ButtonLink>
  );
}

function DeletedGroupsLink() {
  return (
    <QuietLink href="/groups/deleted" icon="icon-trash" className="self-start">
      Recently deleted groups
    </QuietLink>
  );
}
