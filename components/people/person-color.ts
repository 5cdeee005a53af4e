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
  "bg-person-9",
  "bg-person-10",
  "bg-person-11",
  "bg-person-12",
] as const;

/**
 * The background class of a person's initials: one of twelve. It depends on nothing but the name, so it is the same on
 * every screen.
 */
export function personColor(name: string): string {
  // The low bits of FNV-1a alone hardly differ between similar names.
  const hash = fnv1a(name);
  return colors[((hash ^ (hash >>> 16)) >>> 0) % colors.length] ?? colors[0];
}
