import { colours, hashOf, personColour } from "./person-colour";

/**
 * Distinct background classes for people in a group. A color is reused only after all eight are taken.
 * @param people earlier members keep the color of their name
 * @returns the class by name
 */
export function distinctColours(people: Iterable<{ name: string }>): Map<string, string> {
  const given = new Map<string, string>();
  let free: string[] = [];
  for (const { name } of people) {
    if (given.has(name)) continue;
    if (free.length === 0) free = [...colours];
    const own = free.indexOf(personColour(name));
    const [colour = colours[0]] = free.splice(own >= 0 ? own : hashOf(name) % free.length, 1);
    given.set(name, colour);
  }
  return given;
}
