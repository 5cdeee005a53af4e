import { fold } from "@/lib/core/search";

/** A member of the group, or a friend of the viewer, who may be a person in the file. */
export type Candidate = {
  _id: string;
  name: string;
  /** `friend`: not a member; becomes one by opening a link. */
  is: "me" | "member" | "friend";
};

/** The choice for a person who is none of the candidates. */
export const GUEST = "guest";

type Known = { _id: string; name: string };

/** The viewer, the other members, and friends who are not members. No members: the group does not exist yet. */
export function candidatesOf(me: Known, members: readonly Known[], friends: readonly Known[]): Candidate[] {
  const ids = new Set([me._id, ...members.map(({ _id }) => _id)]);
  return [
    { _id: me._id, name: me.name, is: "me" },
    ...members
      .filter(({ _id }) => _id !== me._id)
      .map(({ _id, name }) => ({ _id, name, is: "member" as const })),
    ...friends
      .filter(({ _id }) => !ids.has(_id))
      .map(({ _id, name }) => ({ _id, name, is: "friend" as const })),
  ];
}

/**
 * Matches the people of a file to members by name, except names that occur twice, in the file or among members.
 * @param names in the file's order
 * @returns for each the id of the only member with the same name, else GUEST
 */
export function membersOf(names: readonly string[], candidates: readonly Candidate[]): string[] {
  const members = candidates.filter(({ is }) => is !== "friend");
  return names.map((name) => {
    const isSame = (other: string) => fold(other) === fold(name);
    const [found, ...others] = members.filter((member) => isSame(member.name));
    return found && others.length === 0 && names.filter(isSame).length === 1 ? found._id : GUEST;
  });
}

/**
 * The candidate to suggest for each person who is still a guest: the only one who may be meant and is not matched yet.
 * "Ben" and "Ben C." may be Ben Carter.
 * @param chosen an id or GUEST for each name
 */
export function questionsOf(
  names: readonly string[],
  candidates: readonly Candidate[],
  chosen: readonly string[],
): (Candidate | null)[] {
  const free = candidates.filter(({ _id }) => !chosen.includes(_id));
  const mayBe = (name: string) => free.filter((candidate) => isSimilar(name, candidate.name));
  return names.map((name, index) => {
    const [found, ...others] = chosen[index] === GUEST ? mayBe(name) : [];
    if (!found || others.length > 0) return null;
    const rivals = names.filter((other, at) => chosen[at] === GUEST && isSimilar(other, found.name));
    return rivals.length === 1 ? found : null;
  });
}

/** Whether one name may be short for the other: the first words are equal, and an initial matches the next word. */
function isSimilar(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  return (
    short.length > 0 &&
    short.every((word, index) =>
      index > 0 && (word.length === 1 || long[index]?.length === 1)
        ? word[0] === long[index]?.[0]
        : word === long[index],
    )
  );
}

const wordsOf = (name: string): string[] =>
  fold(name)
    .split(/[\s.]+/)
    .filter((word) => word !== "");
