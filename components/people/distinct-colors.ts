import { colors, hashOf, personColor } from "./person-color";

/**
 * Distinct background classes for people in a group. A color is reused only after all eight are taken.
 * @param people earlier members keep the color of their name
 * @returns the class by name
 */
export function distinctColors(people: Iterable<{ name: string }>): Map<string, string> {
  const given = new Map<string, string>();
  let free: string[] = [];
  for (const { name } of people) {
    if (given.has(name)) continue;
    if (free.length === 0) free = [...colors];
    const own = free.indexOf(personColor(name));
    const [color = colors[0]] = free.splice(own >= 0 ? own : hashOf(name) % free.length, 1);
    given.set(name, color);
  }
  return given;
}
