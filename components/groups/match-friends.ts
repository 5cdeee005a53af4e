import { SEARCH_MIN } from "@/lib/core/search";
import type { User } from "@/lib/schemas/answers";

/**
 * Friends whose name has a word that begins with the query, or whose email may begin with it, as far as the
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

/** Whether the query may be the start of an email, of which only the server knows more than is shown here. */
export function needsEmailSearch(query: string): boolean {
  const wanted = query.trim();
  return wanted.length >= SEARCH_MIN && !/\s/.test(wanted);
}

/**
 * Friends who match here, then those that only the server found by their email: who is in sight keeps the place.
 * @param foundByEmail anybody's ids, as the server answered; who is no friend is left out
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

/** So that "jose" finds "José". */
function fold(text: string): string {
  return text.trim().toLocaleLowerCase("en").normalize("NFD").replace(/\p{M}/gu, "");
}
