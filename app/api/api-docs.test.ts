import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ObjectId } from "mongodb";
import type { NewToken } from "@/lib/contract/account";
import type { Operation } from "@/lib/contract/operation";
import type { Expense } from "@/lib/contract/expenses";
import { operations } from "@/lib/contract/operations";
import { collections } from "@/lib/db/collections";
import { patternOf } from "@/lib/server/http/api-paths";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { done, routeFile } from "@/testing/api/call";
import { signInAs } from "@/testing/session";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// Runs the examples of docs/api.md, one after another, against the handlers.

const PAGE = readFileSync("docs/api.md", "utf8");
/** The blocks of the page, in their order: commands, and parts of the response of those before. */
const BLOCKS = [...PAGE.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, kind, text = ""]) => ({
  kind,
  text,
}));
const EXAMPLES = BLOCKS.flatMap(({ kind, text }, index) => {
  const next = BLOCKS[index + 1];
  return kind === "sh" ? [[text, next?.kind === "json" ? next.text : null] as const] : [];
});

type Method = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Passes a request to its route handler, like Next.js. */
async function handle(incoming: IncomingMessage): Promise<Response> {
  const url = new URL(incoming.url!, `http://${incoming.headers.host}`);
  const pattern = patternOf(url.pathname)!;
  const [names, values] = [pattern.split("/"), url.pathname.split("/")];
  const params = Object.fromEntries(
    names.flatMap((name, index) => (name.startsWith("{") ? [[name.slice(1, -1), values[index]!]] : [])),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = "GET", headers } = incoming;
  const known = Object.values<Operation>(operations).some(
    (one) => one.path === pattern && one.method === method,
  );
  expect([method, pattern, known]).toEqual([method, pattern, true]);
  const body = method === "GET" ? undefined : Buffer.concat(chunks);
  const request = new Request(url, {
    method,
    headers: headers as Record<string, string>,
    body: body ?? null,
  });
  const route = jest.requireActual<Record<string, Method>>(routeFile(pattern));
  return route[method]!(request, { params: Promise.resolve(params) });
}

let server: Server;
let folder: string;
let environment: NodeJS.ProcessEnv;
/** The event to which an expense is moved. */
let other: ObjectId;

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  folder = mkdtempSync(join(tmpdir(), "evenly-api-"));
  server = createServer((incoming, outgoing) => {
    void handle(incoming).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const group = await aGroup("Flat", [ana, ben]);
  const event = (await anEvent(group, "November", [ana, ben])).toHexString();
  other = await anEvent(group, "October", [ana, ben]);
  const add = (description: string) =>
    done<Expense>("createExpense", ana, {
      body: { eventId: event, description, amount: 20, splitWith: [ana.id, ben.id] },
    });
  await add("Gas");
  const { _id: expense } = await add("Water");
  const body = { name: "Example", scope: "write", groupId: group.toHexString() };
  const { token } = await done<NewToken>("createToken", ana, { body });
  signInAs(null);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const variables = {
    EVENLY: url,
    TOKEN: token,
    GROUP: group.toHexString(),
    EVENT: event,
    EXPENSE: expense,
    OTHER: other.toHexString(),
    ME: ana.id,
    BEN: ben.id,
  };
  environment = { ...process.env, ...variables };
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((closed) => server.close(closed));
});

/** Whether a response has everything that the page shows of it. Values are examples. */
function expectShape(actual: unknown, shown: unknown): void {
  expect(Array.isArray(actual)).toBe(Array.isArray(shown));
  if (typeof shown !== "object" || shown === null) return expect(typeof actual).toBe(typeof shown);
  for (const [key, value] of Object.entries(shown))
    expectShape((actual as Record<string, unknown>)[key], value);
}

test.each(EXAMPLES)("%s", async (commands, shown) => {
  const options = { cwd: folder, env: environment };
  const { stdout } = await promisify(execFile)("sh", ["-euc", commands], options);
  if (shown) expectShape(JSON.parse(stdout), JSON.parse(shown));
});

test("the examples were run, and what they wrote is as the page says", async () => {
  expect(EXAMPLES.length).toBeGreaterThan(8);
  expect(EXAMPLES.filter(([, shown]) => shown)).toHaveLength(4);
  expect(readFileSync(join(folder, "expenses.csv"), "utf8")).toContain("Water");
  expect(JSON.parse(readFileSync(join(folder, "group.json"), "utf8"))).toMatchObject({
    group: { title: "Flat" },
  });
  const { expenses } = await collections();
  expect(await expenses.find({ eventId: other }).toArray()).toMatchObject([{ description: "Water" }]);
  expect(readFileSync(join(folder, "headers.txt"), "utf8")).toMatch(/^x-next-cursor: ./im);
  // Windows has no such modes.
  if (process.platform !== "win32") expect(statSync(join(folder, "evenly.curl")).mode & 0o777).toBe(0o600);
});
