import { fnv1a } from "@/lib/core/fnv1a";

// Written out, so that Tailwind finds each class.
const colors = [
  "bg-person-1",
  "bg-person-2",
  "bg-person-3",
  "bg-person-4",
  "bg-person-5",
  "bg-person-6",
  "bg-person-7",
  "bg-person-8",
] as const;

/** The background class of a person without a picture: one of eight, always the same for a name. */
export function personColor(name: string): string {
  return colors[hashOf(name) % colors.length] ?? colors[0];
}

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

/** FNV-1a with the high bits folded in: its low bits alone hardly differ between similar names. */
function hashOf(name: string): number {
  const hash = fnv1a(name);
  return (hash ^ (hash >>> 15)) >>> 0;
}
