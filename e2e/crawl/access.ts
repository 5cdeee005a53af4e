import { actorFields, type Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import type { ApiResponse, Person } from "../support/person";
import {
  type AccessWorld,
  buildAccessWorld,
  FORBIDDEN,
  FORBIDDEN_FOR_GUESTS,
  type Role,
  ROLES,
  snapshot,
} from "./access-world";
import { MATRIX } from "./matrix";
import { screensForGuest, screensOf } from "./screens";

/** Who must neither learn nor change anything. */
const OUTSIDE: readonly Role[] = ["nobody", "outsider", "invited", "former"];

/** What the crawl found: how many answers it got, and a line for each problem. */
export class AccessReport {
  responses = 0;
  leaks: string[] = [];
  wrong: string[] = [];
  serverErrors: string[] = [];

  /** Checks the status of a response, and that it contains nothing that the role must not know. */
  check(
    what: string,
    role: Role | "guest",
    { status, headers, text }: ApiResponse,
    allowed: readonly number[],
  ): void {
    this.responses += 1;
    const line = `${what} by ${role}: ${status}`;
    if (status >= 500) this.serverErrors.push(line);
    else if (!allowed.includes(status)) this.wrong.push(`${line}, expected ${allowed.join(" or ")}`);
    const all = [text, ...headers.values()].join("\n").toLowerCase();
    const forbidden = role === "guest" ? FORBIDDEN_FOR_GUESTS : FORBIDDEN[role];
    const found = forbidden.filter((secret) => all.includes(secret.toLowerCase()));
    if (found.length > 0) this.leaks.push(`${line}, contains ${found.join(", ")}`);
  }

  get problems(): string[] {
    return [...this.leaks, ...this.wrong, ...this.serverErrors];
  }
}

/** Makes every call and loads every screen in every role. Outside the group, first, nothing may change. */
export async function crawlAccess(url: string): Promise<AccessReport> {
  const report = new AccessReport();
  const world = await buildAccessWorld(url);
  const before = await snapshot(world);
  for (const role of OUTSIDE) {
    await loadScreens(report, world, role);
    for (const name of names(role, false)) {
      await attempt(report, world, name, role);
      await forge(report, world, name, role);
    }
  }
  await crawlAsGuest(report, world);
  report.responses += 1;
  if ((await snapshot(world)) !== before)
    report.wrong.push("someone outside the group has changed something");
  for (const role of ["member", "creator"] as const) await loadScreens(report, world, role);
  for (const role of ["member", "creator"] as const)
    for (const name of names(role, false)) await attempt(report, world, name, role);
  for (const role of ROLES) for (const name of names(role, true)) await attempt(report, world, name, role);
  return report;
}

const names = (role: Role, isLate: boolean) =>
  (Object.keys(MATRIX) as OperationName[]).filter(
    (name) => (MATRIX[name].late?.includes(role) ?? false) === isLate,
  );

async function attempt(report: AccessReport, world: AccessWorld, name: OperationName, role: Role) {
  const { request, statuses } = MATRIX[name];
  const response = await send(world.people[role], name, request(world, role));
  report.check(name, role, response, [statuses[ROLES.indexOf(role)]!]);
}

/** Makes the call in the name of the group's creator. */
async function forge(report: AccessReport, world: AccessWorld, name: OperationName, role: Role) {
  const operation: Operation = operations[name];
  const fields = actorFields(operation);
  if (fields.length === 0) return;
  const request = MATRIX[name].request(world, role);
  const forged = Object.fromEntries(fields.map((field) => [field, world.people.creator.id]));
  const part = operation.body ? "body" : "query";
  const changed = { ...request, [part]: { ...request[part], ...forged } };
  const response = await send(world.people[role], name, changed);
  report.check(`${name} as the creator`, role, response, [role === "nobody" ? 401 : 403]);
}

const EXPECTED_OF_GUEST: Partial<Record<OperationName, number>> = {
  // A link's group is new to them, and so they are asked who they are.
  joinByLink: 401,
  // Of what they can see themselves.
  revision: 200,
};

/** A guest of another group: every screen, and every call with the ids of this group. */
async function crawlAsGuest(report: AccessReport, world: AccessWorld): Promise<void> {
  const { person } = world.guest;
  for (const { path, isOpen } of screensForGuest(world))
    await load(report, person, "guest", path, isOpen ? 200 : 404);
  for (const name of Object.keys(MATRIX) as OperationName[]) {
    const response = await send(person, name, MATRIX[name].request(world, "outsider"));
    report.check(name, "guest", response, [EXPECTED_OF_GUEST[name] ?? 404]);
  }
}

type Request = ReturnType<(typeof MATRIX)[OperationName]["request"]>;

function send(person: Person, name: OperationName, request: Request) {
  const { method, path }: Operation = operations[name];
  const url = path.replace(/\{(\w+)\}/g, (_, field: string) => request.params?.[field] ?? "");
  const query = request.query ? `?${new URLSearchParams(request.query)}` : "";
  const body = method === "POST" || method === "PUT" ? (request.body ?? {}) : undefined;
  return person.send(method, url + query, { body });
}

async function loadScreens(report: AccessReport, world: AccessWorld, role: Role): Promise<void> {
  for (const { path, for: audience } of screensOf(world)) {
    const isHidden = audience === "nobody" || (audience === "members" && OUTSIDE.includes(role));
    // Without a session, the entry screen is shown.
    await load(report, world.people[role], role, path, role !== "nobody" && isHidden ? 404 : 200);
  }
}

/** As a document, and as what the browser loads when a link is followed. */
async function load(
  report: AccessReport,
  person: Person,
  role: Role | "guest",
  path: string,
  status: number,
): Promise<void> {
  const document = await person.send("GET", path, { redirect: "follow" });
  report.check(path, role, document, [status]);
  const followed = await person.send("GET", path, { redirect: "follow", headers: { RSC: "1" } });
  // Next.js answers 200, and the content says that there is no such screen.
  report.check(`${path} (link)`, role, followed, [200, 404]);
}
