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
import { memoryOf } from "../e2e/support/memory";
import { AppServer } from "../e2e/support/server";
import { startBareApp, type RunningApp } from "./bare-app";
import { median, medianTimes, requestsPerSecond } from "./load";
import type { Subject, Subjects } from "./prepare";
import { keepResults, tableOf, type Report, type Row } from "./report";
import { openBrowser, visit, type Visit } from "./screens";

const HELP = `npm run bench [-- --seconds N] [--rounds N] [--no-browser]
  Compares the production build with a bare page and a bare route of the same Next.js, as ratios: on the embedded
  database, and with MONGODB_URI also on that server. Prints a table and writes bench/results.json.
  --seconds     how long each figure is measured in each round (default 3)
  --rounds      how often everything is measured; the medians are used (default 3)
  --no-browser  skips the browser measurements`;

const SECRET = randomBytes(33).toString("base64url");
const COOKIE = "authjs.session-token";
const FIRST_ROW = "role=region[name=/^Expenses/] >> role=listitem";
const POSTS = 60;
const VISITS = 9;

type Options = { seconds: number; rounds: number; browser: boolean };
type Target = { name: string; as: Subject; path: string; bareApp: "page" | "route"; goal: number | null };

const eventPath = ({ group, event }: Subject) => `/groups/${group}/events/${event}`;

function targets({ small, large, wide }: Subjects): Target[] {
  const calls = [
    ["GET /api/expenses, 30 rows", "expenses", "&limit=30"],
    ["GET /api/settlements", "settlements", ""],
  ] as const;
  const sizes = [
    ["30", small],
    ["10,000", large],
  ] as const;
  return [
    ...calls.flatMap(([name, path, more]) =>
      sizes.map(([size, as]) => ({
        name: `${name}, ${size} expenses`,
        as,
        path: `/api/${path}?eventId=${as.event}${more}`,
        bareApp: "route" as const,
        goal: 0.45,
      })),
    ),
    summary("GET /api/users/friends/summary, 1 group", small),
    { name: "Event page, 30 expenses", as: small, path: eventPath(small), bareApp: "page", goal: 0.3 },
    { name: "Event page, 10,000 expenses", as: large, path: eventPath(large), bareApp: "page", goal: null },
    { name: "/friends, 1 group", as: small, path: "/friends", bareApp: "page", goal: null },
    summary("GET /api/users/friends/summary, 200 groups", wide),
    {
      name: "/friends, 200 groups, 20,000 open payments",
      as: wide,
      path: "/friends",
      bareApp: "page",
      goal: 0.25,
    },
  ];
}

function summary(name: string, as: Subject): Target {
  return { name, as, path: "/api/users/friends/summary", bareApp: "route", goal: 0.45 };
}

async function cookieOf({ user, session }: Subject): Promise<{ name: string; value: string }> {
  const token = newSession(user, session);
  return { name: COOKIE, value: await encode({ token, secret: SECRET, salt: COOKIE, maxAge: 3600 }) };
}

async function headersOf(subject: Subject, url: string): Promise<Record<string, string>> {
  const { name, value } = await cookieOf(subject);
  return { cookie: `${name}=${value}`, origin: url };
}

async function load(bare: RunningApp, app: AppServer, subjects: Subjects, options: Options) {
  const bareApp: Record<"page" | "route", number[]> = { page: [], route: [] };
  const rates = targets(subjects).map((target) => ({
    target,
    rates: [] as number[],
    shares: [] as number[],
  }));
  for (let round = 0; round < options.rounds; round++) {
    bareApp.page.push(await requestsPerSecond(`${bare.url}/`, {}, options.seconds));
    bareApp.route.push(await requestsPerSecond(`${bare.url}/route`, {}, options.seconds));
    for (const { target, rates: measured, shares } of rates) {
      const headers = await headersOf(target.as, app.url);
      const rate = await requestsPerSecond(app.url + target.path, headers, options.seconds);
      measured.push(rate);
      shares.push(rate / bareApp[target.bareApp].at(-1)!);
    }
  }
  const rows = rates.map(({ target, rates: measured, shares }): Row => ({
    name: target.name,
    measured: `${median(measured).toFixed(0)} req/s`,
    value: median(shares),
    unit: "of the bare app",
    goal: target.goal === null ? null : { at: "least", value: target.goal },
  }));
  const rateOf = (name: string) => median(rates.find(({ target }) => target.name === name)!.rates);
  rows.push({
    name: "Event page, 10,000 expenses",
    measured: `${rateOf("Event page, 10,000 expenses").toFixed(0)} req/s`,
    value: rateOf("Event page, 10,000 expenses") / rateOf("Event page, 30 expenses"),
    unit: "of that with 30",
    goal: { at: "least", value: 0.9 },
  });
  return { rows, bareApp: { page: median(bareApp.page), route: median(bareApp.route) } };
}

/**
 * What two calls cost at least: their largest query in the bare app, without session, access check, and names. Measured
 * after the memory, because the driver would grow the bare app's.
 */
async function queriesAlone(
  bare: RunningApp,
  { MONGODB_URI, MONGODB_DB = "evenly", DATA_DIR = "" }: Record<string, string>,
  { event }: Subject,
  { rounds, seconds }: Options,
): Promise<Row[]> {
  // Joins the running application's database.
  const embedded = MONGODB_URI ? null : await startEmbedded({ dataDir: DATA_DIR });
  const rows: Row[] = [];
  try {
    for (const collection of ["expenses", "settlements"]) {
      const uri = MONGODB_URI ?? embedded!.uri;
      const query = new URLSearchParams({ uri, db: MONGODB_DB, collection, event }).toString();
      const rates: number[] = [];
      const shares: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const route = await requestsPerSecond(`${bare.url}/route`, {}, seconds);
        rates.push(await requestsPerSecond(`${bare.url}/query?${query}`, {}, seconds));
        shares.push(rates.at(-1)! / route);
      }
      rows.push({
        name: `Bare route with the query of GET /api/${collection}, 30 expenses`,
        measured: `${median(rates).toFixed(0)} req/s`,
        value: median(shares),
        unit: "of the bare app",
        goal: null,
      });
    }
  } finally {
    await embedded?.close();
  }
  return rows;
}

function memoryRow(bare: RunningApp, app: AppServer): Row[] {
  if (!bare.pid || !app.pid) return [];
  const [theirs, ours] = [memoryOf(bare.pid), memoryOf(app.pid)];
  const measured = `${ours.toFixed(0)} MB, bare ${theirs.toFixed(0)} MB`;
  const goal = { at: "most", value: 1.3 } as const;
  return [{ name: "Memory after the load", measured, value: ours / theirs, unit: "× the bare app", goal }];
}

async function writes(app: AppServer, { small, large }: Subjects): Promise<Row[]> {
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
      name: "POST /api/expenses, 10,000 expenses",
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
    for (const [profile, goal] of [["normal", 1.8] as const, ["slow", 1.5] as const]) {
      const [theirs, ours] = (await visit(browser, [bareScreen, event], profile, VISITS)) as [Visit, Visit];
      rows.push({
        name: `First expense visible, cold browser, ${profile} profile`,
        measured: `${ours.visible} ms, bare ${theirs.visible} ms`,
        value: ours.visible / theirs.visible,
        unit: "× the bare app",
        goal: { at: "most", value: goal },
      });
      if (profile === "slow") continue;
      rows.push(bytesRow("HTML of the event page, 30 expenses", ours.html, theirs.html, 80));
      rows.push(bytesRow("JavaScript of the event page", ours.script, theirs.script, 170));
      const paths = ["/friends", "/groups", "/account", "/create-group", `${eventPath(small)}/add-expense`];
      const others = [
        ...paths.map((path) => ({ url: app.url + path, cookie, row: "h1" })),
        { url: `${app.url}/`, row: "h1" },
      ];
      const scripts = (await visit(browser, others, profile, 1)).map(({ script }) => script);
      for (const [index, path] of paths.entries()) {
        const name = `JavaScript of ${path.replace(/[0-9a-f]{24}/g, "…")}`;
        rows.push(bytesRow(name, scripts[index]!, theirs.script, 170));
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

/** Measures everything on one database. @param settings the variables that select it */
async function measure(
  database: string,
  settings: Record<string, string>,
  bare: RunningApp,
  options: Options,
): Promise<Report> {
  const env = { ...process.env, MONGODB_URI: "", MONGODB_DB: "", ...settings };
  const prepare = (...args: string[]) =>
    spawnSync(process.execPath, ["lib/cli/run.mjs", "bench/prepare.ts", ...args], { env, encoding: "utf8" });
  const prepared = prepare();
  if (prepared.status !== 0) throw new Error(`The data could not be written.\n${prepared.stderr}`);
  const subjects = JSON.parse(prepared.stdout) as Subjects;
  const app = await AppServer.start({ ...settings, AUTH_SECRET: SECRET, RATE_LIMITS_OFF: "true" });
  try {
    const { rows, bareApp } = await load(bare, app, subjects, options);
    rows.push(...memoryRow(bare, app), ...(await writes(app, subjects)));
    rows.push(...(await queriesAlone(bare, settings, subjects.small, options)));
    if (options.browser) rows.push(...(await screens(bare, app, subjects)));
    return { database, bareApp, rows };
  } finally {
    await app.dispose();
    if (settings.MONGODB_URI) prepare("--drop");
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
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
  };
  const folder = mkdtempSync(join(tmpdir(), "evenly-bench-"));
  const databases: [string, Record<string, string>][] = [
    ["the embedded database", { DATA_DIR: join(folder, "data") }],
  ];
  const { MONGODB_URI } = process.env;
  if (MONGODB_URI) {
    const MONGODB_DB = `bench_${process.pid}`;
    databases.push(["MONGODB_URI", { MONGODB_URI, MONGODB_DB, DATA_DIR: join(folder, "unused") }]);
  }
  const bare = await startBareApp(await freePort());
  const reports: Report[] = [];
  try {
    for (const [name, settings] of databases) {
      const report = await measure(name, settings, bare, options);
      const { page, route } = report.bareApp;
      console.log(`\nThe bare app: page ${page?.toFixed(0)} req/s, route ${route?.toFixed(0)} req/s\n`);
      console.log(tableOf(report));
      reports.push(report);
    }
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  keepResults("bench/results.json", reports);
  return 0;
}

void runCommand(main, HELP);
