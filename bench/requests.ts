import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { cookieOf, serverSettings, toSend, withOwnDatabase } from "@/testing/served-world";
import { runCommand } from "@/lib/cli/command";
import type { Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { buildWorldWithPast, type WorldWithPast as World } from "@/testing/api/world";
import { dump, restore } from "@/testing/stored";
import type { OperationRequest, Role } from "@/testing/operations";
import { TcpProxy } from "@/testing/tcp-proxy";
import { AppServer } from "../e2e/support/server";
import { median, medianTimes } from "./load";
import { requestFor, roleFor, screensOf } from "./requests-world";

const HELP = `npm run bench:requests
  Counts the database commands of each screen and call, and how many round trips follow one another: the production
  build, whose database is behind a proxy that holds answers back until the server sends nothing more. Also measures what
  a database that is 3 ms away, there and back, costs the screens and reading calls.`;

/** A server that has sent nothing for so long waits for responses. */
const QUIET_MS = 60;
/** A slow machine can make one round trip look like two, never two like one: the fewest count. */
const WORLDS = 3;

/** Milliseconds to a database elsewhere, there and back. */
const DISTANCE = 3;
const TURNS = 9;

/** `far`: milliseconds that the distance adds, for each time it was measured. */
type Cost = { commands: number; rounds: number; far: readonly number[] };

/** What a request costs at the database. @throws Error if it fails */
async function costOf(proxy: TcpProxy, send: () => Promise<Response>): Promise<Omit<Cost, "far">> {
  const first = proxy.commands.length;
  let release = proxy.hold();
  let finished = false;
  const answer = send().then(async (response) => {
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  });
  const end = answer.finally(() => (finished = true));
  let answered = first;
  let rounds = 0;
  try {
    while (!finished) {
      await untilQuiet(proxy, end);
      if (proxy.commands.length > answered) rounds += 1;
      answered = proxy.commands.length;
      const held = release;
      release = proxy.hold();
      // Without new commands too: the driver may be opening a connection.
      held();
    }
    await end;
  } finally {
    release();
  }
  await untilQuiet(proxy, wait(QUIET_MS));
  return { commands: answered - first, rounds };
}

/** How many milliseconds longer a request takes if the database is elsewhere. The two take turns. */
async function costOfDistance(proxy: TcpProxy, send: () => Promise<Response>): Promise<number> {
  const at = (distance: number) => async () => {
    proxy.distance = distance;
    await (await send()).arrayBuffer();
  };
  const [near = 0, far = 0] = await medianTimes([at(0), at(DISTANCE)], TURNS);
  proxy.distance = 0;
  return far - near;
}

async function untilQuiet(proxy: TcpProxy, end: Promise<unknown>): Promise<void> {
  let seen: number;
  do {
    seen = proxy.commands.length;
    await Promise.race([end, wait(QUIET_MS)]);
  } while (proxy.commands.length > seen);
}

/** Sends a call as the application's own client does. */
function callOf(url: string, cookie: string, name: OperationName, request: OperationRequest) {
  const { method, path, body } = toSend(name, request);
  const { keyed }: Operation = operations[name];
  return fetch(url + path, {
    method,
    headers: {
      cookie,
      origin: url,
      ...(keyed && { "idempotency-key": randomUUID() }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** @param unlimited the same server without limits, for requests that are repeated */
async function measure(
  app: AppServer,
  unlimited: AppServer,
  proxy: TcpProxy,
  world: World,
  note: (name: string, cost: Cost) => void,
) {
  const cookies = new Map<Role, string>();
  for (const [role, person] of Object.entries(world.people))
    cookies.set(role as Role, await cookieOf(person));
  const stored = await dump();
  const headers = { cookie: cookies.get("creator")! };
  for (const [name, path] of screensOf(world)) {
    const send = (url: string) => fetch(url + path, { headers, redirect: "manual" });
    const cost = await costOf(proxy, () => send(app.url));
    note(name, { ...cost, far: [await costOfDistance(proxy, () => send(unlimited.url))] });
  }
  for (const name of Object.keys(operations) as OperationName[]) {
    const request = await requestFor(world, name);
    const cookie = cookies.get(roleFor(name))!;
    const { method, path } = operations[name];
    const send = (url: string) => callOf(url, cookie, name, request);
    const cost = await costOf(proxy, () => send(app.url));
    const isRead = method === "GET";
    const far = isRead ? [await costOfDistance(proxy, () => send(unlimited.url))] : [];
    note(`${method} ${path}`, { ...cost, far });
    if (!isRead) await restore(stored);
  }
}

async function main(): Promise<number> {
  if (!existsSync(".next/BUILD_ID"))
    throw new Error("There is no production build to measure: npm run build");
  const costs = new Map<string, Cost>();
  const note = (name: string, cost: Cost) => {
    const known = costs.get(name) ?? cost;
    const least = (key: "commands" | "rounds") => Math.min(known[key], cost[key]);
    costs.set(name, {
      commands: least("commands"),
      rounds: least("rounds"),
      far: [...(costs.get(name)?.far ?? []), ...cost.far],
    });
  };
  await withOwnDatabase(async (uri) => {
    const proxy = new TcpProxy(uri);
    let [app, unlimited]: AppServer[] = [];
    try {
      const settings = serverSettings(await proxy.open());
      app = await AppServer.start(settings);
      unlimited = await AppServer.start({ ...settings, RATE_LIMITS_OFF: "true" });
      for (let round = 0; round < WORLDS; round++)
        await measure(app, unlimited, proxy, await buildWorldWithPast(), note);
    } finally {
      await app?.dispose();
      await unlimited?.dispose();
      await proxy.cut();
    }
  });
  console.log(`| Request | Commands | In sequence | ${DISTANCE} ms away |\n| --- | --- | --- | --- |`);
  for (const [name, { commands, rounds, far }] of costs) {
    const more = far.length === 0 ? "" : `${median(far).toFixed(1)} ms`;
    console.log(`| \`${name}\` | ${commands} | ${rounds} | ${more} |`);
  }
  return 0;
}

void runCommand(main, HELP);
