import { MAX_BODY_BYTES, type Operation } from "@/lib/contract/operation";
import { operations } from "@/lib/contract/operations";

// The methods of each path under /api. app/api/access.test.ts compares it with the route files.

type Row = { pattern: string[]; methods: Set<string> };

const OPEN: [path: string, ...methods: string[]][] = [
  ["/api/health", "GET"],
  ["/api/jobs", "GET", "POST"],
  ["/api/join/{token}", "GET"],
  ["/api/live", "GET"],
  ["/api/metrics", "GET"],
  ["/api/openapi.json", "GET"],
  ["/api/sign-in", "POST"],
  ["/api/sign-out", "POST"],
  ["/api/unsubscribe/{token}", "GET"],
  // Handled by Auth.js.
  ["/api/auth/csrf", "GET"],
  ["/api/auth/providers", "GET"],
  ["/api/auth/session", "GET"],
  ["/api/auth/error", "GET"],
  ["/api/auth/signin", "GET"],
  ["/api/auth/signin/{provider}", "GET", "POST"],
  ["/api/auth/callback/{provider}", "GET", "POST"],
  ["/api/auth/signout", "GET", "POST"],
];

const rows: Row[] = [];
for (const [path, ...methods] of [
  ...Object.values<Operation>(operations).map(
    ({ path, method, form }) => [path, method, ...(form ? ["POST"] : [])] as const,
  ),
  ...OPEN,
]) {
  const pattern = path.split("/");
  const known = rows.find((row) => row.pattern.join("/") === path);
  if (known) methods.forEach((method) => known.methods.add(method));
  else rows.push({ pattern, methods: new Set(methods) });
}
// If both a name and a parameter match, the name wins.
rows.sort((a, b) => parametersOf(a) - parametersOf(b));

function rowOf(path: string): Row | undefined {
  const parts = path.replace(/\/$/, "").split("/");
  const fits = (part: string, index: number) =>
    part.startsWith("{") ? parts[index] !== "" : part === parts[index];
  return rows.find(({ pattern }) => pattern.length === parts.length && pattern.every(fits));
}

/** The pattern of a path under /api; undefined for an unknown path. */
export const patternOf = (path: string): string | undefined => rowOf(path)?.pattern.join("/");

/** The methods of a path under /api, including HEAD and OPTIONS, in the order of Next.js; null for an unknown path. */
export function methodsAt(path: string): string[] | null {
  const row = rowOf(path);
  return row ? [...(row.methods.has("GET") ? ["HEAD"] : []), ...row.methods, "OPTIONS"].sort() : null;
}

/** The maximum size of a body that is sent to a path, in bytes. */
export function maxBodyBytesAt(path: string, method: string): number {
  const pattern = patternOf(path);
  const its = Object.values<Operation>(operations).find(
    (one) => one.path === pattern && one.method === method,
  );
  return its?.maxBodyBytes ?? MAX_BODY_BYTES;
}

function parametersOf({ pattern }: Row): number {
  return pattern.filter((part) => part.startsWith("{")).length;
}
