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
import { aWorld, CALLS, SCREENS, type CallInput, type World } from "./requests-world";

const HELP = `npm run bench:requests
  Counts the database commands of each screen and call, and how many round trips follow one another: the production
  build, whose database is behind a proxy that holds answers back until the server sends nothing more.`;

const SECRET = randomBytes(33).toString("base64url");
const COOKIE = "authjs.session-token";
/** A server that has sent nothing for so long waits for answers. */
const QUIET_MS = 60;
/** A slow machine can make one round trip look like two, never two like one: the fewest count. */
const WORLDS = 3;

type Cost = { commands: number; rounds: number };

/** What a request costs at the database. @throws Error if it fails */
async function costOf(proxy: TcpProxy, send: () => Promise<Response>): Promise<Cost> {
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

async function measure(
  app: AppServer,
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
    note(name, await costOf(proxy, () => fetch(app.url + pathOf(world), { headers, redirect: "manual" })));
  }
  for (const [name, inputOf] of CALLS) {
    const { as = world.ana, ...input } = await inputOf(world);
    const cookie = await cookieFor(as);
    const { method, path } = operations[name];
    note(`${method} ${path}`, await costOf(proxy, () => callOf(app.url, cookie, name, input)));
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
    const least = (key: keyof Cost) => Math.min(known[key], cost[key]);
    costs.set(name, { commands: least("commands"), rounds: least("rounds") });
  };
  let app: AppServer | undefined;
  try {
    await prepareDatabase(await getDb());
    const settings = { MONGODB_URI: await proxy.open(), MONGODB_DB: "evenly", AUTH_SECRET: SECRET };
    app = await AppServer.start(settings);
    for (let round = 0; round < WORLDS; round++) await measure(app, proxy, await aWorld(round), note);
  } finally {
    await app?.dispose();
    await proxy.cut();
    await closeDb();
    await database.close();
    rmSync(ownFolder, { recursive: true, force: true });
  }
  console.log("| Request | Commands | In sequence |\n| --- | --- | --- |");
  for (const [name, { commands, rounds }] of costs) console.log(`| \`${name}\` | ${commands} | ${rounds} |`);
  return 0;
}

void runCommand(main, HELP);
