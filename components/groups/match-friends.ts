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

/** Whether only the server can tell if the query is the start of a friend's email. */
export function needsEmailSearch(query: string): boolean {
  return /^\S{4,}$/.test(query.trim());
}

/** So that "jose" finds "José". */
function fold(text: string): string {
  return text.trim().toLocaleLowerCase("en").normalize("NFD").replace(/\p{M}/gu, "");
}
