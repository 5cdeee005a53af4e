import type { User } from "@/lib/contract/people";
import { Avatar } from "@/components/people/avatar";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { Bdi } from "@/components/ui/bdi";

/** More than this many would push the rest of the form out of view. */
const SHOWN = 8;

/** Friends to add with one tap. */
export function FriendSuggestions({
  friends,
  onPick,
}: {
  friends: readonly User[];
  onPick: (friend: User) => void;
}) {
  if (friends.length === 0) return null;
  return (
    <ul role="list" aria-label="Friends to add" className="flex flex-wrap gap-2">
      {friends.slice(0, SHOWN).map((friend) => (
        <li key={friend._id} className="max-w-full">
          <button
            ref={keepFocus}
            type="button"
            onClick={() => onPick(friend)}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-surface py-1 pr-3 pl-1.5 font-semibold shadow-card transition-colors duration-150 hover:bg-brand-soft"
          >
            <Avatar name={friend.name} picture={friend.picture} size="sm" />
            <span className="sr-only">Add</span>
            <Bdi className="min-w-0 truncate">{friend.name}</Bdi>
            <Icon className="icon-plus size-5 text-brand" />
          </button>
        </li>
      ))}
    </ul>
  );
}
