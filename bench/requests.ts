import { ownFolder } from "./own-folder";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import type { Viewer } from "@/lib/server/access";
import { newSession } from "@/lib/auth/session-token";
import { runCommand } from "@/lib/cli/command";
import { closeDb, getDb } from "@/lib/db/client";
import { startEmbedded } from "embedded-mongodb";
import { prepareDatabase } from "@/lib/db/prepare";
import { operations, type OperationName } from "@/lib/contract/operations";
import { aSession } from "@/testing/a-session";
import { TcpProxy } from "@/testing/tcp-proxy";
import { AppServer } from "../e2e/support/server";
import { median, medianTimes } from "./load";
import { aWorld, CALLS, SCREENS, type CallInput, type World } from "./requests-world";

const HELP = `npm run bench:requests
  Counts the database commands of each screen and call, and how many round trips follow one another: the production
  build, whose database is behind a proxy that holds answers back until the server sends nothing more. Also measures what
  a database that is 3 ms away, there and back, costs the screens and reading calls.`;

const SECRET = randomBytes(33).toString("base64url");
const COOKIE = "authjs.session-token";
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
function callOf(url: string, cookie: string, name: OperationName, input: CallInput): Promise<Response> {
  const { method, path, keyed } = operations[name] as { method: string; path: string; keyed?: true };
  const target = path.replace(/\{(\w+)\}/g, (_, key: string) => input.params?.[key] ?? "");
  const query = new URLSearchParams(input.query).toString();
  return fetch(`${url}${target}?${query}`, {
    method,
    headers: {
      cookie,
      origin: url,
      ...(keyed && { "idempotency-key": randomUUID() }),
      ...(input.body !== undefined && { "content-type": "application/json" }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  });
}

async function cookieOf({ _id, id }: Viewer): Promise<string> {
  const token = newSession(id, await aSession(await getDb(), _id));
  return `${COOKIE}=${await encode({ token, secret: SECRET, salt: COOKIE, maxAge: 3600 })}`;
}

/** @param unlimited the same server without limits, for requests that are repeated */
async function measure(
  app: AppServer,
  unlimited: AppServer,
  proxy: TcpProxy,
  world: World,
  note: (name: string, cost: Cost) => void,
) {
  const cookies = new Map<Viewer, string>();
  const cookieFor = async (viewer: Viewer) => {
    const cookie = cookies.get(viewer) ?? (await cookieOf(viewer));
    cookies.set(viewer, cookie);
    return cookie;
  };
  for (const [name, pathOf] of SCREENS) {
    const headers = { cookie: await cookieFor(world.ana) };
    const send = (url: string) => fetch(url + pathOf(world), { headers, redirect: "manual" });
    const cost = await costOf(proxy, () => send(app.url));
    note(name, { ...cost, far: [await costOfDistance(proxy, () => send(unlimited.url))] });
  }
  for (const [name, inputOf] of CALLS) {
    const { as = world.ana, ...input } = await inputOf(world);
    const cookie = await cookieFor(as);
    const { method, path } = operations[name];
    const send = (url: string) => callOf(url, cookie, name, input);
    const cost = await costOf(proxy, () => send(app.url));
    const repeat = () => send(unlimited.url);
    note(`${method} ${path}`, {
      ...cost,
      far: method === "GET" ? [await costOfDistance(proxy, repeat)] : [],
    });
  }
}

async function main(): Promise<number> {
  if (!existsSync(".next/BUILD_ID"))
    throw new Error("There is no production build to measure: npm run build");
  const missing = Object.keys(operations).filter((name) => !CALLS.some(([known]) => known === name));
  if (missing.length > 0) throw new Error(`bench/requests-world.ts lacks the calls ${missing.join(", ")}.`);
  // The server gets it as MONGODB_URI, this process as its embedded database.
  const database = await startEmbedded({ dataDir: ownFolder, port: 0 });
  const proxy = new TcpProxy(database.uri);
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
  let [app, unlimited]: AppServer[] = [];
  try {
    await prepareDatabase(await getDb());
    const settings = { MONGODB_URI: await proxy.open(), MONGODB_DB: "evenly", AUTH_SECRET: SECRET };
    app = await AppServer.start(settings);
    unlimited = await AppServer.start({ ...settings, RATE_LIMITS_OFF: "true" });
    for (let round = 0; round < WORLDS; round++) {
      await measure(app, unlimited, proxy, await aWorld(round), note);
    }
  } finally {
    await app?.dispose();
    await unlimited?.dispose();
    await proxy.cut();
    await closeDb();
    await database.close();
    rmSync(ownFolder, { recursive: true, force: true });
  }
  console.log(`| Request | Commands | In sequence | ${DISTANCE} ms away |\n| --- | --- | --- | --- |`);
  for (const [name, { commands, rounds, far }] of costs) {
    const more = far.length === 0 ? "" : `${median(far).toFixed(1)} ms`;
    console.log(`| \`${name}\` | ${commands} | ${rounds} | ${more} |`);
  }
  return 0;
}

void runCommand(main, HELP);
