import { fold, SEARCH_MIN } from "@/lib/core/search";
import type { User } from "@/lib/contract/people";

/** The visible start of a masked email. */
const startOf = ({ email }: User) => fold(email.split("****")[0] ?? "");

/** Friends with a word in their name that starts with the query, or with an email whose visible start does. */
export function matchFriends(friends: readonly User[], query: string): User[] {
  const wanted = fold(query);
  if (wanted === "") return [...friends];
  return friends.filter(
    (friend) =>
      fold(friend.name).startsWith(wanted) ||
      fold(friend.name)
        .split(/[\s\-']+/)
        .some((word) => word.startsWith(wanted)) ||
      startOf(friend).startsWith(wanted),
  );
}

/** Whether the query may be the start of a friend's email, of which only the server knows more than the mask. */
export function needsEmailSearch(friends: readonly User[], query: string): boolean {
  const wanted = fold(query);
  if (wanted.length < SEARCH_MIN || /\s/.test(wanted)) return false;
  return friends.map(startOf).some((start) => wanted.length > start.length && wanted.startsWith(start));
}

/**
 * Local matches, then those that only the server found by email. Local matches keep their place.
 * @param foundByEmail ids returned by the server; ids of people who are not friends are ignored
 */
export function mergeMatches(
  friends: readonly User[],
  query: string,
  foundByEmail: readonly { _id: string }[],
): User[] {
  const here = matchFriends(friends, query);
  const byEmail = new Set(foundByEmail.map(({ _id }) => _id));
  return [...here, ...friends.filter((friend) => byEmail.has(friend._id) && !here.includes(friend))];
}
