import { fold, SEARCH_MIN } from "@/lib/core/search";
import type { User } from "@/lib/schemas/answers";

/**
 * Friends with a word in their name that starts with the query, or whose email may start with it, as far as the
 * masked address tells (its first 3 characters).
 */
export function matchFriends(friends: readonly User[], query: string): User[] {
  const wanted = fold(query);
  if (wanted === "") return [...friends];
  return friends.filter(
    ({ name, email }) =>
      fold(name).startsWith(wanted) ||
      fold(name)
        .split(/[\s\-']+/)
        .some((word) => word.startsWith(wanted)) ||
      fold(email.split("****")[0] ?? "").startsWith(wanted),
  );
}

/** Whether the query may be the start of an email, of which only the server knows more than the mask. */
export function needsEmailSearch(query: string): boolean {
  const wanted = query.trim();
  return wanted.length >= SEARCH_MIN && !/\s/.test(wanted);
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
