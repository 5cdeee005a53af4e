import type { ReactNode } from "react";
import type { Person } from "@/lib/contract/people";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { StartGroup } from "@/components/people/start-group";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import type { Balance } from "./balances";

/** The number of rows of a list at first. */
const SHOWN = 8;

export type FriendListProps = {
  friends: readonly Person[];
  /** Largest first; also of people who are not friends. */
  balances: readonly Balance[];
  /** Whether the viewer takes part in an event, and needs no first group. */
  started: boolean;
};

/**
 * 'Friends (n)', whose heading links to the requests: all friends, the largest balance first, those who are even last.
 * Below are the guests with a balance, by group, and then everyone else with one.
 */
export function FriendList({ friends, balances, started }: FriendListProps) {
  const isFriend = new Set(friends.map(({ _id }) => _id));
  const open = new Set(balances.map(({ _id }) => _id));
  const rows: Row[] = [
    ...balances.filter(({ _id }) => isFriend.has(_id)),
    ...friends.filter(({ _id }) => !open.has(_id)),
  ];
  const others = balances.filter(({ _id }) => !isFriend.has(_id));
  const guestGroups = new Map(others.flatMap(({ group }) => (group ? [[group._id, group.title]] : [])));
  const alone = !started && rows.length + others.length === 0;
  return (
    <>
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
          // Without anybody, it is an action of the empty state.
          alone ? null : (
            <ButtonLink variant="secondary" href="/add-friend" icon="icon-user-plus">
              Add friend
            </ButtonLink>
          )
        }
        className="gap-2"
      >
        {alone ? (
          <StartGroup picture="friends" title="No friends yet" addFriend />
        ) : (
          <People id="friends" rows={rows} />
        )}
      </Section>
      {[...guestGroups].map(([id, title]) => (
        <People
          key={id}
          id={id}
          heading={<Bdi>{title}</Bdi>}
          rows={others.filter(({ group }) => group?._id === id)}
        />
      ))}
      <People id="others" heading="Others" rows={others.filter(({ group }) => !group)} />
    </>
  );
}

type Row = Person & Partial<Pick<Balance, "cents" | "side">>;
type PeopleProps = { id: string; heading?: ReactNode; rows: readonly Row[] };

/** Rows of people with their balances, which lead to their profiles; nothing without rows. */
function People({ id, heading, rows }: PeopleProps) {
  if (rows.length === 0) return null;
  const list = (
    <ShowMore name={id} limit={SHOWN}>
      {rows.map(({ cents = 0, side, ...person }) => (
        <ListRow
          key={person._id}
          href={`/friends/${person._id}`}
          leading={<Avatar name={person.name} picture={person.picture} fallback={side && "placeholder"} />}
          title={<PersonName person={person} />}
          trailing={
            <span className="row-balance">
              {side ? (
                <Amount cents={cents} tone={side} words={side === "owe" ? "you owe" : "owes you"} />
              ) : (
                <span className="text-sm font-semibold text-muted">even</span>
              )}
            </span>
          }
        />
      ))}
    </ShowMore>
  );
  if (!heading) return list;
  return (
    <Section id={`people-${id}`} heading={heading} className="gap-2">
      {list}
    </Section>
  );
}
