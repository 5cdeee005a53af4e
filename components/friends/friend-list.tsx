import type { Person } from "@/lib/schemas/answers";
import { Avatar } from "@/components/ui/avatar";
import { EmptyState } from "@/components/ui/empty-state";
import { List, ListRow } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";
import { Link } from "@/components/ui/link";
import { Icon } from "@/components/ui/icon";
import { AddFriendLink } from "./add-friend-link";

/** 'Friends (n)': the heading leads to the requests, each row to a friend. */
export function FriendList({ friends }: { friends: readonly Person[] }) {
  return (
    <section aria-labelledby="friends-heading" className="flex flex-col gap-4">
      <SectionHeading
        id="friends-heading"
        action={
          // On a phone the same button is at the bottom of the page.
          friends.length > 0 ? (
            <span className="hidden sm:block">
              <AddFriendLink />
            </span>
          ) : null
        }
      >
        <Link
          href="/requests"
          className="inline-flex min-h-11 items-center gap-1 rounded-full hover:text-brand"
          title="See requests"
        >
          {`Friends (${friends.length})`}
          <Icon className="icon-chevron-right size-5 text-muted rtl:rotate-180" />
        </Link>
      </SectionHeading>
      {friends.length > 0 ? (
        <List>
          {friends.map(({ _id, name, picture }) => (
            <ListRow
              key={_id}
              href={`/friends/${_id}`}
              leading={<Avatar name={name} picture={picture} />}
              title={<bdi>{name}</bdi>}
            />
          ))}
        </List>
      ) : (
        <EmptyState picture="friends" title="No friends yet" action={<AddFriendLink />}>
          Add the people you share costs with, then make a group.
        </EmptyState>
      )}
    </section>
  );
}
