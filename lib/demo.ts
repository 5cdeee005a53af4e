// Demo sign-in (design section 7): any address at demo.test is somebody.

export const DEMO_DOMAIN = "demo.test";
const ADDRESS = /^[a-z0-9]+(?:[._-][a-z0-9]+)*@demo\.test$/;
const LONGEST = 80;

/** The address as it is stored, or null where it is none of the demo's. */
export function demoEmail(input: unknown): string | null {
  if (typeof input !== "string") return null;
  const email = input.trim().toLowerCase();
  return email.length <= LONGEST && ADDRESS.test(email) ? email : null;
}

/** The name in the local part: `ana.silva@demo.test` → `Ana Silva`. */
export function demoName(email: string): string {
  const [local = ""] = email.split("@");
  return local
    .split(/[._-]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
