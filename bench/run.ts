import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { encode } from "next-auth/jwt";
import { runCommand } from "@/lib/cli/command";
import { startEmbedded } from "embedded-mongodb";
import { newSession } from "@/lib/auth/session-token";
import { freePort } from "@/testing/free-port";
import { filePagesOf, memoryOf } from "../e2e/support/memory";
import { AppServer } from "../e2e/support/server";
import { startBareApp, type RunningApp } from "./bare-app";
import { buildEarlier, type EarlierBuild } from "./earlier-build";
import { median, medianTimes, underLoad, type Load } from "./load";
import type { Subject, Subjects } from "./prepare";
import { polls } from "./polls";
import { keepResults, tableOf, type Report, type Row } from "./report";
import { openBrowser, visit, type Visit } from "./screens";
import { eventPath, targets, type Target } from "./targets";

const HELP = `npm run bench [-- --against REF] [--against-node FILE] [--large N] [--seconds N] [--rounds N] [--no-browser]
  Measures the production build on the embedded database, and with MONGODB_URI also on that server: beside a bare page
  and route of the same Next.js, which also read what the application's read (bench/bare), and beside an earlier commit.
  All take turns, so that other load on the machine affects all of them. Prints a table and writes bench/results.json.
  --against       the earlier commit; it is built in a temporary folder
  --against-node  the Node.js that runs it (default: this one)
  --large         the expenses of the large event (default 10000)
  --seconds       how long each figure is measured in each round (default 3)
  --rounds        how often everything is measured; the medians are used (default 3)
  --no-browser    skips the browser measurements`;

const SECRET = randomBytes(33).toString("base64url");
const COOKIE = "authjs.session-token";
const FIRST_ROW = "role=region[name=/^Expenses/] >> role=listitem";
const POSTS = 60;
const VISITS = 9;
const LIKE_FEW = 0.9;

type Options = { seconds: number; rounds: number; browser: boolean; large: number };
const addressOf = (url: string, path: string, query: Record<string, string> = {}) =>
  `${url}${path}?${new URLSearchParams(query).toString()}`;

async function cookieOf({ user, session }: Subject): Promise<{ name: string; value: string }> {
  // Commits before the sessions of the database have a number instead of the session's id.
  const token = { ...newSession(user, session ?? ""), epoch: 0 };
  return { name: COOKIE, value: await encode({ token, secret: SECRET, salt: COOKIE, maxAge: 3600 }) };
}

async function headersOf(subject: Subject, url: string): Promise<Record<string, string>> {
  const { name, value } = await cookieOf(subject);
  return { cookie: `${name}=${value}`, origin: url };
}

/** A running build, and its data. */
type Build = { app: AppServer; subjects: Subjects };

/** The HTML of the pages whose elements the floor sends. */
async function screensOf({ app, subjects }: Build): Promise<Record<string, string>> {
  const headers = await headersOf(subjects.small, app.url);
  const read = async (path: string) => (await fetch(app.url + path, { headers })).text();
  return { event: await read(eventPath(subjects.small)), home: await read("/friends") };
}

/** The medians of all turns. */
const shown = (turns: readonly Load[]) =>
  `${median(turns.map(({ rate }) => rate)).toFixed(0)}/s, ${median(turns.map(({ cpu }) => cpu)).toFixed(1)} ms`;

/** What the application does in relation to others that took turns with it. */
function compared(
  name: string,
  ours: readonly Load[],
  others: readonly Load[],
  unit: Row["unit"],
  least: number | undefined,
): Row {
  const ratio = (of: (load: Load, other: Load) => number) =>
    median(ours.map((load, turn) => of(load, others[turn]!)));
  return {
    name,
    measured: `${shown(ours)}; ${shown(others)}`,
    value: ratio((load, other) => load.rate / other.rate),
    byCpu: ratio((load, other) => other.cpu / load.cpu),
    unit,
    goal: least === undefined ? null : { at: "least", value: least },
  };
}

async function load(
  bare: RunningApp,
  database: { uri: string; db: string },
  current: Build,
  earlier: Build | undefined,
  { rounds, seconds, large }: Options,
) {
  const all = targets(current.subjects, large);
  const old = earlier && targets(earlier.subjects, large);
  const turns = all.map(() => ({ ours: [] as Load[], floor: [] as Load[], old: [] as Load[] }));
  const bareApp: Record<"page" | "route", number[]> = { page: [], route: [] };
  const of = async ({ app }: Build, { as, path, query }: Target) =>
    underLoad(addressOf(app.url, path, query), await headersOf(as, app.url), seconds, [app.pid]);
  for (let round = 0; round < rounds; round++) {
    for (const [kind, path] of [["page", "/"] as const, ["route", "/route"] as const]) {
      bareApp[kind].push((await underLoad(bare.url + path, {}, seconds, [bare.pid])).rate);
    }
    for (const [index, target] of all.entries()) {
      const { as, floor } = target;
      const turn = turns[index]!;
      turn.ours.push(await of(current, target));
      const path = floor.screen ? "/floor" : "/floor/call";
      const address = addressOf(bare.url, path, { ...database, ...as, ...floor });
      // The application's process contains the database.
      turn.floor.push(await underLoad(address, {}, seconds, [bare.pid, current.app.pid]));
      if (earlier && old && target.earlier) turn.old.push(await of(earlier, old[index]!));
    }
  }
  const rows = all.flatMap(({ name, goal, like, earlier: least }, index): Row[] => {
    const { ours, floor, old: before } = turns[index]!;
    const few = all.findIndex((target) => target.name === like);
    return [
      compared(name, ours, floor, "of the floor", goal),
      ...(few < 0 ? [] : [compared(name, ours, turns[few]!.ours, "of that with 30", LIKE_FEW)]),
      ...(before.length === 0 ? [] : [compared(name, ours, before, "of the old", least)]),
    ];
  });
  return { rows, bareApp: { page: median(bareApp.page), route: median(bareApp.route) } };
}

function memoryRow(app: AppServer): Row[] {
  if (!app.pid) return [];
  const value = memoryOf(app.pid);
  const goal = { at: "most", value: 300 } as const;
  const measured = `${value.toFixed(0)} MB, ${filePagesOf(app.pid).toFixed(0)} of them pages of files`;
  return [{ name: "Memory after the load", measured, value, unit: "MB", goal }];
}

async function writes(app: AppServer, { small, large }: Subjects, expenses: number): Promise<Row[]> {
  const sender = async (subject: Subject) => {
    const headers = { ...(await headersOf(subject, app.url)), "content-type": "application/json" };
    const body = {
      eventId: subject.event,
      description: "Measured",
      amount: 12.34,
      splitWith: [subject.user],
    };
    return async () => {
      const request = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetch(`${app.url}/api/expenses`, request);
      await response.arrayBuffer();
      if (response.status !== 201) throw new Error(`POST /api/expenses answered ${response.status}.`);
    };
  };
  const [few = 0, many = 0] = await medianTimes([await sender(small), await sender(large)], POSTS);
  return [
    {
      name: `POST /api/expenses, ${expenses.toLocaleString("en-US")} expenses`,
      measured: `${many.toFixed(1)} ms, with 30 ${few.toFixed(1)} ms`,
      value: many / few,
      unit: "× that with 30",
      goal: { at: "most", value: 1.15 },
    },
  ];
}

async function screens(bare: RunningApp, app: AppServer, { small }: Subjects): Promise<Row[]> {
  const browser = await openBrowser();
  const cookie = await cookieOf(small);
  const rows: Row[] = [];
  try {
    const bareScreen = { url: `${bare.url}/`, row: "li" };
    const event = { url: app.url + eventPath(small), cookie, row: FIRST_ROW };
    for (const [profile, goal] of [["normal", 2] as const, ["slow", 1.7] as const]) {
      const [theirs, ours] = (await visit(browser, [bareScreen, event], profile, VISITS)) as [Visit, Visit];
      rows.push({
        name: `First expense visible, cold browser, ${profile} profile`,
        measured: `${ours.visible} ms, bare ${theirs.visible} ms`,
        value: ours.visible / theirs.visible,
        unit: "× the bare app",
        goal: { at: "most", value: goal },
      });
      if (profile === "slow") continue;
      rows.push(bytesRow("HTML of the event page, 30 expenses", ours.html, theirs.html, 60));
      rows.push(bytesRow("JavaScript of the event page", ours.script, theirs.script, 165));
      const paths = ["/friends", "/groups", "/account", "/create-group", `${eventPath(small)}/add-expense`];
      const others = [
        ...paths.map((path) => ({ url: app.url + path, cookie, row: "h1" })),
        { url: `${app.url}/`, row: "h1" },
      ];
      const scripts = (await visit(browser, others, profile, 1)).map(({ script }) => script);
      for (const [index, path] of paths.entries()) {
        const name = `JavaScript of ${path.replace(/[0-9a-f]{24}/g, "…")}`;
        rows.push(bytesRow(name, scripts[index]!, theirs.script, 165));
      }
      rows.push(bytesRow("JavaScript of the entry screen", scripts.at(-1)!, theirs.script, 152));
    }
  } finally {
    await browser.close();
  }
  return rows;
}

function bytesRow(name: string, bytes: number, theirs: number, most: number): Row {
  const kilobytes = (value: number) => value / 1000;
  const measured = `${kilobytes(bytes).toFixed(0)} kB, bare ${kilobytes(theirs).toFixed(0)} kB`;
  return { name, measured, value: kilobytes(bytes), unit: "kB", goal: { at: "most", value: most } };
}

type Settings = Record<"DATA_DIR" | "MONGODB_URI" | "MONGODB_DB", string>;

const runHere: EarlierBuild["run"] = (args, env) => {
  const ran = spawnSync(process.execPath, ["lib/cli/run.mjs", ...args], { env, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`The data could not be written.\n${ran.stderr}`);
  return ran.stdout;
};

/** Writes the data of a build and starts it. */
async function startBuild(settings: Settings, large: number, build?: EarlierBuild): Promise<Build> {
  const prepared = (build?.run ?? runHere)(["bench/prepare.ts", String(large)], {
    ...process.env,
    ...settings,
  });
  const variables = { ...settings, AUTH_SECRET: SECRET, RATE_LIMITS_OFF: "true" };
  const app = await AppServer.start(variables, null, build?.program);
  return { app, subjects: JSON.parse(prepared) as Subjects };
}

/** Measures everything on one database. */
async function measure(
  name: string,
  settings: Settings,
  build: EarlierBuild | undefined,
  options: Options,
): Promise<Report> {
  const ofEarlier = {
    ...settings,
    DATA_DIR: `${settings.DATA_DIR}-earlier`,
    MONGODB_DB: `${settings.MONGODB_DB}_earlier`,
  };
  const current = await startBuild(settings, options.large);
  let [earlier, bare, embedded]: [Build?, RunningApp?, Awaited<ReturnType<typeof startEmbedded>>?] = [];
  try {
    earlier = build && (await startBuild(ofEarlier, options.large, build));
    bare = await startBareApp(await freePort(), await screensOf(current));
    // Joins the running application's database.
    embedded = settings.MONGODB_URI ? undefined : await startEmbedded({ dataDir: settings.DATA_DIR });
    const database = { uri: embedded?.uri ?? settings.MONGODB_URI, db: settings.MONGODB_DB };
    const { rows, bareApp } = await load(bare, database, current, earlier, options);
    const { small, wide } = current.subjects;
    const people = {
      "in 1 group": await headersOf(small, current.app.url),
      "in 200 groups": await headersOf(wide, current.app.url),
    };
    rows.push(...(await polls(current.app, people, options.seconds)));
    rows.push(...memoryRow(current.app), ...(await writes(current.app, current.subjects, options.large)));
    if (options.browser) rows.push(...(await screens(bare, current.app, current.subjects)));
    return { database: name, bareApp, rows };
  } finally {
    await embedded?.close();
    await bare?.stop();
    await earlier?.app.dispose();
    await current.app.dispose();
    if (settings.MONGODB_URI) {
      for (const variables of [settings, ofEarlier])
        runHere(["bench/prepare.ts", "--drop"], { ...process.env, ...variables });
    }
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      against: { type: "string" },
      "against-node": { type: "string", default: process.execPath },
      large: { type: "string", default: "10000" },
      seconds: { type: "string", default: "3" },
      rounds: { type: "string", default: "3" },
      "no-browser": { type: "boolean" },
    },
  });
  if (!existsSync(".next/BUILD_ID"))
    throw new Error("There is no production build to measure: npm run build");
  const options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    browser: !values["no-browser"],
    large: Number(values.large),
  };
  const folder = mkdtempSync(join(tmpdir(), "evenly-bench-"));
  const database = { DATA_DIR: join(folder, "data"), MONGODB_URI: "", MONGODB_DB: "evenly" };
  const databases: [string, Settings][] = [["the embedded database", database]];
  const { MONGODB_URI } = process.env;
  if (MONGODB_URI)
    databases.push(["MONGODB_URI", { ...database, MONGODB_URI, MONGODB_DB: `bench_${process.pid}` }]);
  const reports: Report[] = [];
  let build: EarlierBuild | undefined;
  try {
    build = values.against ? buildEarlier(values.against, values["against-node"]) : undefined;
    for (const [name, settings] of databases) {
      const report = await measure(name, settings, build, options);
      const { page, route } = report.bareApp;
      console.log(`\nThe bare app: page ${page?.toFixed(0)} req/s, route ${route?.toFixed(0)} req/s\n`);
      console.log(tableOf(report));
      reports.push(report);
    }
  } finally {
    build?.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
  keepResults("bench/results.json", reports);
  return 0;
}

void runCommand(main, HELP);
