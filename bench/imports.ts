import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type APIRequestContext, request } from "@playwright/test";
import { runCommand } from "@/lib/cli/command";
import type { Group } from "@/lib/contract/groups";
import type { ImportOfFile } from "@/lib/contract/imports";
import { readImportFile } from "@/lib/core/imports/read-file";
import { toBatches } from "@/lib/core/imports/row-body";
import { groupIconUrl } from "@/lib/core/groups";
import { Random } from "@/lib/seed/random";
import { demoSignIn } from "../e2e/support/actor";
import { type Row, splitwise } from "../e2e/support/import-file";
import { AppServer } from "../e2e/support/server";
import { median } from "./load";

const HELP = `npm run bench:imports
  Imports 5,000 rows into a group through the production build, as its screen sends them, while somebody else adds
  expenses in the same group. Prints how long it takes, how long the others wait, and the memory of the server.`;

const ROWS = 5_000;
const CASES = [
  { people: 7, into: { newEvent: { title: "From Splitwise", date: "2026-01-01" } } },
  { people: 7, into: { monthly: true } },
  { people: 40, into: { monthly: true } },
];

/** Two years of expenses that everyone shares. */
function file(names: readonly string[]): string {
  const random = new Random(61);
  const rows = Array.from({ length: ROWS }, (_, index): Row => {
    const day = new Date(Date.UTC(2024, 0, 1 + Math.floor((index * 730) / ROWS)));
    const share = random.int(1, 5_000);
    const payer = random.int(0, names.length - 1);
    const cells = names.map((__, person) => (person === payer ? share * (names.length - 1) : -share));
    return [day.toISOString().slice(0, 10), `Row ${index}`, "Groceries", share * names.length, cells];
  });
  return splitwise(names, rows);
}

/** The most memory that a process has had, in megabytes; 0 where the system does not tell. */
function peakOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  const text = existsSync(status) ? readFileSync(status, "utf8") : "";
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
}

async function measure(people: number, into: object): Promise<string> {
  const server = await AppServer.start({ RATE_LIMITS_OFF: "true" });
  const api = await request.newContext({ baseURL: server.url, extraHTTPHeaders: { origin: server.url } });
  try {
    await demoSignIn(api, server.url, "ana.silva@demo.test");
    return await measureWith(server, api, people, into);
  } finally {
    await api.dispose();
    await server.stop();
  }
}

async function measureWith(server: AppServer, api: APIRequestContext, people: number, into: object) {
  const send = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const response = await api.fetch(path, { method, ...(data && { data }) });
    if (response.status() >= 300) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { user } = await send<{ user: { id: string; name: string } }>("GET", "/api/auth/session");
  const guests = Array.from({ length: people - 1 }, (_, index) => `Guest ${index}`);
  const body = { title: "Flat", icon: groupIconUrl("bee"), members: [], guests, fromUserId: user.id };
  const group = await send<Group>("POST", "/api/groups", body);
  const ids = group.members.map(({ _id }) => _id);
  const { _id: groupId } = group;
  const event = { title: "Dinner", date: "2026-03-14", participants: ids, createdBy: user.id, groupId };
  const { _id: eventId } = await send<{ _id: string }>("POST", "/api/events", event);

  const names = group.members.map(({ name }) => name);
  const read = await readImportFile(new TextEncoder().encode(file(names)));
  if (read.ok !== true) throw new Error("The file cannot be read.");
  const before = peakOf(server.pid!);
  const begun = { groupId, source: "splitwise", total: ROWS, ...into };
  const who = read.file.people.map(({ name }) => ({ name, userId: ids[names.indexOf(name)] }));
  const { _id } = await send<ImportOfFile>("POST", "/api/imports", { ...begun, people: who });

  let done = false;
  const waits: number[] = [];
  const others = (async () => {
    while (!done) {
      const start = performance.now();
      const expense = { eventId, description: "Meanwhile", amount: 7, paidBy: user.id, splitWith: ids };
      await send("POST", "/api/expenses", expense);
      waits.push(performance.now() - start);
      await wait(100);
    }
  })();
  const times: number[] = [];
  const start = performance.now();
  for (const rows of toBatches(read.file.rows)) {
    const sent = performance.now();
    await send("POST", `/api/imports/${_id}/rows`, { rows });
    times.push(performance.now() - sent);
  }
  await send("PUT", `/api/imports/${_id}/done`);
  const seconds = (performance.now() - start) / 1_000;
  done = true;
  await others;
  return [
    `${people} people, ${"monthly" in into ? "an event for each month" : "one event"}: ${seconds.toFixed(1)} s`,
    `${times.length} requests of ${Math.round(median(times))} ms, at most ${Math.round(Math.max(...times))} ms`,
    `others: ${waits.length} expenses of ${Math.round(median(waits))} ms, at most ${Math.round(Math.max(...waits))} ms`,
    `memory ${before} MB before, ${peakOf(server.pid!)} MB at most`,
  ].join("; ");
}

async function main(): Promise<number> {
  if (!existsSync(".next/BUILD_ID"))
    throw new Error("There is no production build to measure: npm run build");
  for (const { people, into } of CASES) console.log(await measure(people, into));
  return 0;
}

void runCommand(main, HELP);
