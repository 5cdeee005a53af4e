import type { Person } from "@/lib/contract/people";
import { Face } from "@/components/people/face";
import type { ButtonLook } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { Link } from "@/components/ui/link";
import { Icon } from "@/components/ui/icon";
import { ShowMore } from "@/components/ui/show-more";
import { Bdi } from "@/components/ui/bdi";

/** The number of friends shown at first: four rows on a phone. */
const SHOWN = 16;

export type FriendListProps = {
  friends: readonly Person[];
  /** Ids of people who are in the list of balances already. */
  listed: ReadonlySet<string>;
};

/** 'Friends (n)': the heading links to the requests; friends without a balance link to their profiles. */
export function FriendList({ friends, listed }: FriendListProps) {
  const even = friends.filter(({ _id }) => !listed.has(_id));
  return (
    <Section
      id="friends-heading"
      heading={
        <Link
          href="/requests"
          className="inline-flex min-h-11 items-center gap-1 rounded-full hover:text-brand"
          title="See requests"
        >
          {`Friends (${friends.length})`}
          <Icon className="icon-chevron-right size-5 text-muted rtl:rotate-180" />
        </Link>
      }
      action={
        // Without friends, it is the action of the empty state.
        friends.length > 0 ? <AddFriendLink variant="secondary" /> : null
      }
      className="gap-2"
    >
      {friends.length === 0 ? (
        <EmptyState
          picture="friends"
          title="No friends yet"
          action={
            <span className="flex flex-col gap-2">
              <AddFriendLink />
              <ButtonLink variant="quiet" href="/create-group" className="-mb-4">
                Create Group
              </ButtonLink>
            </span>
          }
        >
          Add the people you share costs with, then create a group.
        </EmptyState>
      ) : even.length === 0 ? (
        <p className="text-muted">Nobody is even with you right now.</p>
      ) : (
        <>
          {even.length < friends.length ? <p className="text-muted">Even with:</p> : null}
          <ShowMore
            name="friends"
            limit={SHOWN}
            label={`Show all ${even.length}`}
            list="ul"
            className="faces"
          >
            {even.map((person) => (
              <Face key={person._id} person={person} label={<Bdi>{person.name}</Bdi>} long />
            ))}
          </ShowMore>
        </>
      )}
    </Section>
  );
}

function AddFriendLink({ variant }: Pick<ButtonLook, "variant">) {
  return (
    <ButtonLink variant={variant} href="/add-friend" icon="icon-user-plus">
      Add friend
    </ButtonLink>
  );
}
