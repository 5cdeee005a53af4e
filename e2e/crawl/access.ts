import { EJSON } from "bson";
import { actorFields, type Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { dump, restore } from "@/testing/stored";
import { OPERATIONS, type OperationRequest, ROLES, type Role, statusFor } from "@/testing/operations";
import { serverSettings, toSend, withOwnDatabase } from "@/testing/served-world";
import type { ApiResponse, Person } from "../support/person";
import { AppServer } from "../support/server";
import { type AccessWorld, buildAccessWorld, FORBIDDEN } from "./access-world";
import { screensForGuest, screensOf } from "./screens";

/** Who must neither learn nor change anything. */
const OUTSIDE: readonly Role[] = ["anonymous", "stranger", "invited", "exMember"];

const NAMES = Object.keys(operations) as OperationName[];

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
    const found = FORBIDDEN[role].filter((secret) => all.includes(secret.toLowerCase()));
    if (found.length > 0) this.leaks.push(`${line}, contains ${found.join(", ")}`);
  }

  get problems(): string[] {
    return [...this.leaks, ...this.wrong, ...this.serverErrors];
  }
}

/** Makes every call and loads every screen in every role. Each permitted write is undone, and nothing else may change. */
export async function crawlAccess(): Promise<AccessReport> {
  return withOwnDatabase(async (uri) => {
    const server = await AppServer.start({ ...serverSettings(uri), RATE_LIMITS_OFF: "true" });
    try {
      const world = await buildAccessWorld(() => server.url);
      const stored = await dump();
      const report = new AccessReport();
      const attempt = async (what: string, as: Role | "guest", request: Sent, status: number) => {
        const response = await world.sessions[as].send(request.method, request.path, request);
        report.check(what, as, response, [status]);
        if (request.method !== "GET" && response.status < 400) await restore(stored);
      };
      const expectUnchanged = async (who: string) => {
        if (EJSON.stringify(await dump()) === EJSON.stringify(stored)) return;
        report.wrong.push(`${who} has changed something`);
        await restore(stored);
      };
      for (const role of ROLES) {
        await loadScreens(report, world, role);
        for (const name of NAMES) {
          const request = OPERATIONS[name].request(world, role);
          await attempt(name, role, toSend(name, request), statusFor(name, role));
          const forged = OUTSIDE.includes(role) && forgedOf(name, request, world.people.creator.id);
          if (forged)
            await attempt(
              `${name} as the creator`,
              role,
              toSend(name, forged),
              role === "anonymous" ? 401 : 403,
            );
        }
        await expectUnchanged(role);
      }
      // A guest of another group: every screen, and every call with the ids of this group.
      for (const { path, isOpen } of screensForGuest(world))
        await load(report, world.sessions.guest, "guest", path, isOpen ? 200 : 404);
      for (const name of NAMES) {
        const { request, removedGuest = 404 } = OPERATIONS[name];
        await attempt(name, "guest", toSend(name, request(world, "stranger")), removedGuest);
      }
      await expectUnchanged("guest");
      return report;
    } finally {
      await server.dispose();
    }
  });
}

type Sent = ReturnType<typeof toSend>;

/** The request in the name of the group's creator; null if no field names the actor. */
function forgedOf(name: OperationName, request: OperationRequest, creator: string): OperationRequest | null {
  const operation: Operation = operations[name];
  const fields = actorFields(operation);
  if (fields.length === 0) return null;
  const part = operation.body ? "body" : "query";
  const forged = Object.fromEntries(fields.map((field) => [field, creator]));
  return { ...request, [part]: { ...request[part], ...forged } };
}

async function loadScreens(report: AccessReport, world: AccessWorld, role: Role): Promise<void> {
  for (const { path, audience } of screensOf(world)) {
    const isHidden = audience === "nobody" || (audience.startsWith("members") && OUTSIDE.includes(role));
    // Without a session, the entry screen is shown.
    await load(report, world.sessions[role], role, path, role !== "anonymous" && isHidden ? 404 : 200);
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
