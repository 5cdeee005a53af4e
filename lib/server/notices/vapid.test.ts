import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateVAPIDKeys } from "web-push";
import { vapidKeys } from "./vapid";

const environment = process.env;
const keys = generateVAPIDKeys();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "evenly-vapid-"));
  process.env = { ...environment, DATA_DIR: join(folder, "data") };
  delete process.env.MONGODB_URI;
});

afterEach(() => {
  process.env = environment;
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "data", "vapid");
/** A process that has not read the key yet. */
function anotherProcess() {
  let read: ReturnType<typeof vapidKeys> = null;
  jest.isolateModules(() => {
    read = (jest.requireActual("./vapid") as typeof import("./vapid")).vapidKeys();
  });
  return read;
}

test("keys are those of the settings, and then nothing is written", () => {
  Object.assign(process.env, { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey });
  for (const uri of ["", "mongodb://localhost/evenly"]) {
    process.env.MONGODB_URI = uri;
    expect(vapidKeys()).toEqual(keys);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("they are generated once, in a file that only its owner can read", () => {
  const made = vapidKeys()!;
  expect(made.publicKey).toMatch(/^B[\w-]{86}$/);
  expect(readFileSync(file(), "utf8")).toBe(`${made.privateKey}\n`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect([vapidKeys(), anotherProcess()]).toEqual([made, made]);
});

test("with MONGODB_URI and without settings, or where no files are kept, there are none", () => {
  process.env.MONGODB_URI = "mongodb://localhost/evenly";
  expect(vapidKeys()).toBeNull();
  Object.assign(process.env, { MONGODB_URI: "", VERCEL: "1" });
  expect(vapidKeys()).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test("a damaged file is not replaced", () => {
  mkdirSync(join(folder, "data"));
  writeFileSync(file(), "garbage\n");
  expect(vapidKeys).toThrow(/"vapid" in .*data is damaged: restore it, or delete it/);
  expect(readFileSync(file(), "utf8")).toBe("garbage\n");
});
