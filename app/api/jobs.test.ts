import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getDb } from "@/lib/db/client";
import { LEASE_MS, RETRY_MS, runIfDue } from "@/lib/db/leases";
import { backUpDaily } from "@/lib/server/jobs/daily-backup";
import { useTestDatabase } from "@/testing/database";
import { GET, POST } from "./jobs/route";

useTestDatabase();

const SECRET = "a secret of a scheduler";
const DAY_MS = 24 * 60 * 60_000;
const never = () => new Promise<void>(() => undefined);
const ask = (handle: typeof GET, authorization?: string) =>
  handle(new Request("http://evenly.test/api/jobs", { headers: authorization ? { authorization } : {} }));

const embedded = !process.env.TEST_MONGODB_URI;
const old = [
  "evenly-2026-01-01T04-17-00Z.mdb",
  "evenly-2026-01-02T04-17-00Z.mdb",
  "evenly-2026-01-03T04-17-00Z.mdb",
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "evenly-backups-"));
});
afterEach(async () => {
  for (const name of ["CRON_SECRET", "BACKUP_DIR", "BACKUP_KEEP"]) delete process.env[name];
  rmSync(folder, { recursive: true, force: true });
  await (await getDb()).collection("jobs").deleteMany({});
});

describe("a lease", () => {
  test("lets one of two servers run a job, which is then not due until its time has come", async () => {
    const work = jest.fn(async () => undefined);
    const outcomes = await Promise.all([1, 2, 3].map(() => runIfDue("job", DAY_MS, work)));
    expect(outcomes.sort()).toEqual(["done", "not due", "not due"]);
    expect(await runIfDue("job", DAY_MS, work)).toBe("not due");
    expect(work).toHaveBeenCalledTimes(1);
    expect(await runIfDue("job", DAY_MS, work, () => Date.now() + DAY_MS + 1000)).toBe("done");
  });

  test("passes to another server when its holder has died, which then changes nothing", async () => {
    let wake = () => {};
    const asleep = runIfDue("job", DAY_MS, () => new Promise<void>((resolve) => (wake = resolve)));
    while ((await (await getDb()).collection("jobs").countDocuments()) === 0);
    const later = Date.now() + LEASE_MS + 1000;
    expect(await runIfDue("job", DAY_MS, never)).toBe("not due");
    expect(
      await runIfDue(
        "job",
        DAY_MS,
        async () => undefined,
        () => later,
      ),
    ).toBe("done");
    const before = await (await getDb()).collection("jobs").findOne({});
    wake();
    await asleep;
    expect(await (await getDb()).collection("jobs").findOne({})).toEqual(before);
  });

  test("is given up after a failure, and the job is tried again later", async () => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    const fail = () => Promise.reject(new Error("ENOSPC: no space left on device"));
    expect(await runIfDue("job", DAY_MS, fail)).toBe("failed");
    expect(log).toHaveBeenCalledTimes(1);
    expect(await runIfDue("job", DAY_MS, never)).toBe("not due");
    expect(
      await runIfDue(
        "job",
        DAY_MS,
        async () => undefined,
        () => Date.now() + RETRY_MS + 1000,
      ),
    ).toBe("done");
  });

  test("of a clock that was wrong does not hold up the job", async () => {
    expect(
      await runIfDue(
        "job",
        DAY_MS,
        async () => undefined,
        () => Date.now() + 400 * DAY_MS,
      ),
    ).toBe("done");
    expect(await runIfDue("job", DAY_MS, async () => undefined)).toBe("done");
  });
});

describe("the daily backup", () => {
  beforeEach(() => {
    for (const name of [...old, "notes.mdb"]) writeFileSync(path.join(folder, name), "kept");
  });

  test("deletes the oldest copies when the new one has been made, and nothing else", async () => {
    const left = path.join(folder, ".evenly-killed");
    mkdirSync(left);
    utimesSync(left, 1, 1);
    // A broken link stops nothing.
    symlinkSync("missing", path.join(folder, ".evenly-link"));
    await backUpDaily(folder, 2, async (file) => {
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(old));
      writeFileSync(file, "new");
    });
    const files = readdirSync(folder).sort();
    expect(files).toEqual([".evenly-link", old[2], expect.stringMatching(/^evenly-.*Z\.mdb$/), "notes.mdb"]);
    expect(existsSync(left)).toBe(false);
  });

  test("keeps all copies if the new one cannot be made", async () => {
    const full = () => Promise.reject(new Error("ENOSPC: no space left on device"));
    await expect(backUpDaily(folder, 1, full)).rejects.toThrow("ENOSPC");
    expect(readdirSync(folder).sort()).toEqual([...old, "notes.mdb"]);
  });
});

test("without its secret, the path does not exist", async () => {
  const unset = [await ask(POST), await ask(GET, "Bearer undefined")];
  process.env.CRON_SECRET = SECRET;
  for (const response of [
    ...unset,
    await ask(POST),
    await ask(POST, "Bearer wrong"),
    await ask(GET, SECRET),
  ]) {
    expect([response.status, await response.json()]).toMatchObject([404, { code: "not-found" }]);
  }
});

test("a scheduler starts the backup of the database that this process serves, once a day", async () => {
  Object.assign(process.env, { CRON_SECRET: SECRET, BACKUP_DIR: folder });
  const first = await ask(GET, `Bearer ${SECRET}`);
  const second = await ask(POST, `Bearer ${SECRET}`);
  const jobs = (backup: string) => ({ success: true, jobs: embedded ? { backup } : {} });
  expect([await first.json(), await second.json()]).toEqual([jobs("done"), jobs("not due")]);
  expect(readdirSync(folder)).toEqual(embedded ? [expect.stringMatching(/^evenly-.*Z\.mdb$/)] : []);
});

test("a backup that fails answers 500, and its copies stay", async () => {
  if (!embedded) return;
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  Object.assign(process.env, {
    CRON_SECRET: SECRET,
    BACKUP_DIR: folder,
    DATA_DIR: path.join(folder, "nowhere"),
  });
  writeFileSync(path.join(folder, old[0]!), "kept");
  const response = await ask(POST, `Bearer ${SECRET}`);
  expect([response.status, await response.json()]).toMatchObject([
    500,
    { code: "internal", jobs: { backup: "failed" } },
  ]);
  expect(log.mock.calls.flat().join()).toContain("There is no database in");
  expect(readdirSync(folder)).toEqual([old[0]]);
});
