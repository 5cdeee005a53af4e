import type { User } from "@/lib/contract/people";
import { FriendPicker } from "./friend-picker";
import { PeopleRows } from "./people-rows";

export type InviteFriendsProps = {
  label: string;
  friends: readonly User[];
  /** Ids of the friends to invite. */
  ids: readonly string[];
  /** Ids of other people who are not offered: members, and those invited already. */
  others?: readonly string[];
  /** The list of the friends to invite: its heading, its accessible name, and what will happen to them. */
  list: { heading: string; label: string; note: string };
  error?: string | undefined;
  onChange: (ids: string[]) => void;
  /** The names of the people without an account. */
  guests: readonly string[];
  /** Adds a person without an account. */
  onGuest: (name: string) => void;
};

/** Picks friends to invite to a group, and lists them with 'remove'; or a person without an account. */
export function InviteFriends({
  label,
  friends,
  ids,
  others = [],
  list,
  error,
  onChange,
  guests,
  onGuest,
}: InviteFriendsProps) {
  const invited = ids.flatMap((id) => friends.find(({ _id }) => _id === id) ?? []);
  return (
    <>
      <FriendPicker
        label={label}
        friends={friends}
        taken={[...others, ...ids]}
        onPick={({ _id }) => onChange([...ids, _id])}
        guests={guests}
        onGuest={onGuest}
        error={error}
      />
      <PeopleRows
        {...list}
        heading={`${list.heading} (${invited.length})`}
        rows={invited.map((person) => ({
          person,
          onRemove: () => onChange(ids.filter((id) => id !== person._id)),
        }))}
      />
    </>
  );
}
