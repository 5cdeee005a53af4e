import type { RecentEvent } from "@/lib/contract/friends";
import type { Person } from "@/lib/contract/people";
import { addEventPath, addExpensePath, sharePath } from "@/lib/paths";
import { Avatar } from "@/components/people/avatar";
import { StartGroup } from "@/components/people/start-group";
import { GroupIcon } from "@/components/ui/group-icon";
import { ListRow } from "@/components/ui/list";
import { Page } from "@/components/ui/page";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import { Bdi } from "@/components/ui/bdi";

/** Rows of friends and of groups at first. */
const SHOWN = 8;

export type PickScreenProps = {
  /** The event that the viewer used last. */
  last: RecentEvent | null;
  friends: readonly Person[];
  /** `event`: the latest one. */
  groups: readonly (RecentEvent["group"] & { event: { _id: string; title: string } | null })[];
};

/** Picks where to add an expense: the last used event, one-to-one with a friend, or the latest event of a group. */
export function PickScreen({ last, friends, groups }: PickScreenProps) {
  return (
    <Page title="Add expense" detail="Who was it with?" backTo="/friends">
      {last ? (
        <Section id="last" heading="Last used">
          <ul role="list" className="list">
            <ListRow
              href={addExpensePath(last.group._id, last._id)}
              leading={<GroupIcon src={last.group.icon} />}
              title={<Bdi>{last.title}</Bdi>}
              detail={last.title === last.group.title ? "One-to-one" : <Bdi>{last.group.title}</Bdi>}
            />
          </ul>
        </Section>
      ) : null}
      {friends.length > 0 ? (
        <Section id="friends" heading="With a friend">
          <ShowMore name="friends" limit={SHOWN}>
            {friends.map(({ _id, name, picture }) => (
              <ListRow
                key={_id}
                href={sharePath(_id)}
                leading={<Avatar name={name} picture={picture} />}
                title={<Bdi>{name}</Bdi>}
              />
            ))}
          </ShowMore>
        </Section>
      ) : null}
      {groups.length > 0 ? (
        <Section id="groups" heading="In a group">
          <ShowMore name="groups" limit={SHOWN}>
            {groups.map(({ _id, title, icon, event }) => (
              <ListRow
                key={_id}
                href={event ? addExpensePath(_id, event._id) : addEventPath(_id)}
                leading={<GroupIcon src={icon} />}
                title={<Bdi>{title}</Bdi>}
                detail={event ? <Bdi>{event.title}</Bdi> : "Add an event first"}
              />
            ))}
          </ShowMore>
        </Section>
      ) : null}
      {friends.length + groups.length === 0 ? (
        <StartGroup picture="friends" title="No friends yet" addFriend />
      ) : null}
    </Page>
  );
}
