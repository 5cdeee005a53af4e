import { fnv1a } from "@/lib/core/fnv1a";

/** How many colors app/globals.css has. */
const COLORS = 12;

/**
 * The background class of a person's initials. It depends on nothing but the name, so it is the same on every screen.
 */
export function personColor(name: string): string {
  // The low bits of FNV-1a alone hardly differ between similar names.
  const hash = fnv1a(name);
  return `bg-person-${(((hash ^ (hash >>> 16)) >>> 0) % COLORS) + 1}`;
}
