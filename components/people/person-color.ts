import { fnv1a } from "@/lib/core/fnv1a";

// Written out, so that Tailwind finds each class.
export const colors = [
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

/** FNV-1a with the high bits folded in: its low bits alone hardly differ between similar names. */
export function hashOf(name: string): number {
  const hash = fnv1a(name);
  return (hash ^ (hash >>> 15)) >>> 0;
}
