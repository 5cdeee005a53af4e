import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authSecrets } from "./secret";

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
    secret = (jest.requireActual("./secret") as typeof import("./secret")).authSecrets().join();
  });
  return secret;
}

describe("authSecrets", () => {
  const [old, fresh] = ["the old secret of the operator, long", "the new secret of the operator, long"].map(
    (text) => Buffer.from(text).toString("base64"),
  );

  it.each([
    [`${fresh}`, [fresh]],
    [`${fresh},${old}`, [fresh, old]],
    [` ${fresh}  ${old} `, [fresh, old]],
  ])("come from AUTH_SECRET if it is set (%j), and then nothing is written", (value, secrets) => {
    process.env.AUTH_SECRET = value;
    expect(authSecrets()).toEqual(secrets);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["too short", `${fresh},short`])("refuses %j in one sentence", (value) => {
    process.env.AUTH_SECRET = value;
    expect(authSecrets).toThrow(/a secret needs at least 32 characters/);
  });

  it("names a file that cannot be read, and what to do", () => {
    mkdirSync(file(), { recursive: true });
    expect(authSecrets).toThrow(
      `The file ${file()} cannot be read (EISDIR): let the user of this process read it, or set AUTH_SECRET.`,
    );
  });

  it("are generated once, long, and stable across restarts", () => {
    inProduction();
    const [secret = ""] = authSecrets();
    expect(Buffer.from(secret, "base64")).toHaveLength(33);
    expect(authSecrets()).toEqual([secret]);
    expect(anotherProcess()).toBe(secret);
    expect(readFileSync(file(), "utf8")).toBe(`${secret}\n`);
    expect(readdirSync(join(folder, "data"))).toEqual(["secret"]);
  });

  const posix = process.platform === "win32" ? [] : ["POSIX"];
  it.each([...posix, "any"])("are readable by nobody else (%s)", (system) => {
    authSecrets();
    if (system === "POSIX") expect(statSync(file()).mode & 0o777).toBe(0o600);
    else expect(statSync(file()).isFile()).toBe(true);
  });

  it("replace an empty file, which a crash may leave", () => {
    authSecrets();
    writeFileSync(file(), "");
    const secret = anotherProcess();
    expect(secret).not.toBe("");
    expect(readFileSync(file(), "utf8").trim()).toBe(secret);
  });

  it("are required on a production server with MONGODB_URI", () => {
    inProduction();
    process.env.MONGODB_URI = "mongodb://localhost:27017";
    expect(authSecrets).toThrow(/^Set AUTH_SECRET to a long random text/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
