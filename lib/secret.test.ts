import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authSecret } from "./secret";

const environment = process.env;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "evenly-secret-"));
  process.env = { ...environment, DATA_DIR: join(folder, "data") };
  delete process.env.AUTH_SECRET;
  delete process.env.MONGODB_URI;
});

afterEach(() => {
  process.env = environment;
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "data", "secret");
const inProduction = () => Object.assign(process.env, { NODE_ENV: "production" });

/** A process that has not read the secret yet. */
function anotherProcess(): string {
  let secret = "";
  jest.isolateModules(() => {
    secret = (jest.requireActual("./secret") as typeof import("./secret")).authSecret();
  });
  return secret;
}

describe("authSecret", () => {
  it("is AUTH_SECRET where that is set, and then nothing is written", () => {
    process.env.AUTH_SECRET = "of the operator";
    expect(authSecret()).toBe("of the operator");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is made once, is long, and stays the same over restarts", () => {
    inProduction();
    const secret = authSecret();
    expect(Buffer.from(secret, "base64")).toHaveLength(33);
    expect(authSecret()).toBe(secret);
    expect(anotherProcess()).toBe(secret);
    expect(readFileSync(file(), "utf8")).toBe(`${secret}\n`);
    expect(readdirSync(join(folder, "data"))).toEqual(["secret"]);
  });

  const posix = process.platform === "win32" ? [] : ["POSIX"];
  it.each([...posix, "any"])("can be read by nobody else (%s)", (system) => {
    authSecret();
    if (system === "POSIX") expect(statSync(file()).mode & 0o777).toBe(0o600);
    else expect(statSync(file()).isFile()).toBe(true);
  });

  it("replaces an empty file, as a crash may leave one", () => {
    authSecret();
    writeFileSync(file(), "");
    const secret = anotherProcess();
    expect(secret).not.toBe("");
    expect(readFileSync(file(), "utf8").trim()).toBe(secret);
  });

  it("must be given to a production server on MONGODB_URI", () => {
    inProduction();
    process.env.MONGODB_URI = "mongodb://localhost:27017";
    expect(authSecret).toThrow(/^Set AUTH_SECRET to a long random text/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
