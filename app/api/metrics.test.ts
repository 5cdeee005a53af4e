import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boot } from "@/lib/server/boot";
import { closeDb } from "@/lib/db/client";
import { operations } from "@/lib/contract/operations";
import { countNotice } from "@/lib/server/http/count-notice";
import { endRequest, newRequest } from "@/lib/log/request";
import { useTestDatabase } from "@/testing/database";
import { aPerson } from "@/testing/people";
import { call } from "@/testing/api/call";
import { GET as live } from "./live/route";
import { GET as metrics } from "./metrics/route";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));
// boot() would guard the servers of later test files in this process, too: their log would lack what that guard refuses.
jest.mock("node:diagnostics_channel", () => ({
  ...jest.requireActual<object>("node:diagnostics_channel"),
  subscribe: jest.fn(),
}));

// Their timer would outlive this file, and open a database in the midst of another one.
jest.mock("@/lib/server/jobs", () => ({ runJobsRegularly: jest.fn() }));
jest.mock("@/lib/server/notices", () => ({ sendAfterWrites: jest.fn() }));

useTestDatabase();

const TOKEN = "a token of an operator";
const ask = (authorization?: string) =>
  metrics(new Request("http://evenly.test/api/metrics", { headers: authorization ? { authorization } : {} }));

afterAll(() => {
  delete process.env.METRICS_TOKEN;
});

test("without its token, the path does not exist", async () => {
  const [unset, unsetGiven] = [await ask(), await ask("Bearer undefined")];
  process.env.METRICS_TOKEN = TOKEN;
  for (const response of [
    unset,
    unsetGiven,
    await ask(),
    await ask(TOKEN),
    await ask(`Bearer ${TOKEN}x`),
    await ask("Bearer "),
  ]) {
    expect([response.status, await response.json()]).toMatchObject([404, { code: "not-found" }]);
  }
});

test("Prometheus gets requests by route and status, database commands, the event loop, and the limits", async () => {
  process.env.METRICS_TOKEN = TOKEN;
  const signals = jest.spyOn(process, "on").mockReturnValue(process);
  jest.spyOn(console, "warn").mockImplementation(() => {});
  await closeDb();
  await boot();
  signals.mockRestore();
  const ana = await aPerson("Ana");
  await call("listGroups", { as: ana });
  await call("getGroup", { as: null, params: { groupId: ana.id } });
  for (const method of ["PURGE", "MKCOL"]) endRequest(newRequest(method, "/friends", "/friends"), 405);
  for (const result of ["sent", "sent", "gone"] as const) countNotice("email", result);
  const response = await ask(`Bearer ${TOKEN}`);
  const text = await response.text();
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=/);
  for (const line of [
    'evenly_http_request_seconds_count{method="GET",route="/api/groups",status="200"} 1',
    `evenly_http_request_seconds_count{method="GET",route="${operations.getGroup.path}",status="401"} 1`,
    // Strangers name the methods that there are not.
    'evenly_http_request_seconds_count{method="(refused)",route="/friends",status="405"} 2',
    'evenly_rate_limit_keys{limit="read"} 1',
    "evenly_notices_queued 0",
    'evenly_notices_total{channel="email",result="sent"} 2',
    'evenly_notices_total{channel="email",result="gone"} 1',
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toMatch(/^evenly_database_command_seconds_count\{command="aggregate",outcome="ok"\} [1-9]/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).not.toContain(ana.id);
});

test("Prometheus gets the age of the newest daily backup, if the embedded database has any", async () => {
  const folder = mkdtempSync(join(tmpdir(), "evenly-backups-"));
  Object.assign(process.env, { METRICS_TOKEN: TOKEN, BACKUP_DIR: folder });
  const signals = jest.spyOn(process, "on").mockReturnValue(process);
  jest.spyOn(console, "warn").mockImplementation(() => {});
  await closeDb();
  await boot();
  signals.mockRestore();
  const age = async () => {
    const text = await (await ask(`Bearer ${TOKEN}`)).text();
    return /^evenly_backup_age_seconds (.*)$/m.exec(text)?.[1];
  };
  const embedded = !process.env.TEST_MONGODB_URI;
  expect(await age()).toBe(embedded ? "+Inf" : undefined);
  for (const name of ["evenly-2026-01-01T00-00-00Z.mdb", nameOf(hoursAgo(2)), "evenly-later.mdb"])
    writeFileSync(join(folder, name), "");
  const twoHours = Math.round(Number(await age()) / 60);
  expect(twoHours).toBe(embedded ? 120 : NaN);
  rmSync(folder, { recursive: true });
  expect(await age()).toBe(embedded ? "+Inf" : undefined);
  delete process.env.BACKUP_DIR;
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const nameOf = (time: Date) => `evenly-${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z.mdb`;

test("the process is alive without a database", async () => {
  await closeDb();
  process.env.MONGODB_URI = "mongodb://localhost:1/";
  const response = await live(new Request("http://evenly.test/api/live"));
  delete process.env.MONGODB_URI;
  expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
});
