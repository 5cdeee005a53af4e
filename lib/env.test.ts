import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateVAPIDKeys } from "web-push";
import { parseEnv } from "./env";

const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = generateVAPIDKeys();
const VAPID = { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };

describe("parseEnv", () => {
  it("needs no settings: the embedded database in .data, with demo sign-in", () => {
    expect(parseEnv({})).toMatchObject({
      DATA_DIR: ".data",
      AUTH_GOOGLE_ISSUER: "https://accounts.google.com",
      embedded: true,
      demoPossible: true,
      serverless: undefined,
    });
  });

  it("treats a blank line like a missing one", () => {
    const blank = {
      MONGODB_URI: "",
      DATA_DIR: "",
      AUTH_GOOGLE_ID: " ",
      AUTH_GOOGLE_ISSUER: "",
      AUTH_SECRET: "",
    };
    expect(parseEnv(blank)).toEqual(parseEnv({}));
  });

  it.each([
    [{ MONGODB_URI: "mongodb://localhost" }, { embedded: false, demoPossible: false }],
    [{ AUTH_GOOGLE_ID: "client" }, { embedded: true, demoPossible: false }],
    [{}, { AUTH_SECRET: [], AUTH_TRUST_HOST: false, TRUSTED_PROXIES: 0, DEMO: false }],
    [{ VERCEL: "1" }, { serverless: "Vercel", AUTH_TRUST_HOST: true, TRUSTED_PROXIES: 1 }],
    [{ AUTH_TRUST_HOST: "true" }, { AUTH_TRUST_HOST: true, TRUSTED_PROXIES: 1 }],
    [
      { AUTH_TRUST_HOST: "1", TRUSTED_PROXIES: "2" },
      { AUTH_TRUST_HOST: true, TRUSTED_PROXIES: 2 },
    ],
    [{ DEMO: "1" }, { DEMO: true }],
    [
      { BACKUP_DIR: "", BACKUP_KEEP: "", LOG_LEVEL: "" },
      { BACKUP_DIR: undefined, BACKUP_KEEP: 7, LOG_LEVEL: undefined },
    ],
    [{ AUTH_URL: "https://evenly.example/" }, { AUTH_URL: "https://evenly.example/" }],
    [{ AUTH_URL: "http://[::1]:3000" }, { AUTH_URL: "http://[::1]:3000" }],
    [{}, { PICTURE_HOSTS: ["*.googleusercontent.com"] }],
    [
      { PICTURE_HOSTS: "pictures.example, *.example.org" },
      { PICTURE_HOSTS: ["pictures.example", "*.example.org"] },
    ],
    [
      { SMTP_URL: "smtps://me:a%40b@smtp.example:465", MAIL_FROM: "evenly@evenly.example" },
      { MAIL_FROM: { name: "", address: "evenly@evenly.example" } },
    ],
    [
      { SMTP_URL: "smtp://localhost", MAIL_FROM: '"Evenly, Inc." <evenly@evenly.example>' },
      { SMTP_URL: "smtp://localhost", MAIL_FROM: { name: "Evenly, Inc.", address: "evenly@evenly.example" } },
    ],
    [
      { SMTP_URL: "", MAIL_FROM: "" },
      { SMTP_URL: undefined, MAIL_FROM: undefined },
    ],
    [{ PUSH_HOSTS: "push.example" }, { PUSH_HOSTS: ["push.example"] }],
    [VAPID, VAPID],
  ])("%j means %j", (variables, meaning) => expect(parseEnv(variables)).toMatchObject(meaning));

  it.each([
    [{ AUTH_GOOGLE_ISSUER: "accounts.google.com" }, /AUTH_GOOGLE_ISSUER/],
    [{ NODE_ENV: "staging" }, /NODE_ENV/],
    [{ RATE_LIMITS_OFF: "maybe" }, /RATE_LIMITS_OFF/],
    [{ AUTH_URL: "evenly.example" }, /AUTH_URL/],
    [{ AUTH_URL: "https://evenly.example/app" }, /must be the address without a path(.|\n)*AUTH_URL/],
    [{ AUTH_URL: "https://evenly.example/api/auth" }, /without a path/],
    [{ AUTH_URL: "https://evenly.example/?x=1" }, /without a path/],
    [{ AUTH_URL: "https://user:word@evenly.example" }, /without a path/],
    [{ AUTH_SECRET: "changeme" }, /at least 32 characters(.|\n)*AUTH_SECRET/],
    [{ AUTH_SECRET: `${"a".repeat(32)} ${"b".repeat(32)} ${"c".repeat(32)}` }, /at most two secrets/],
    [{ TRUSTED_PROXIES: "many" }, /TRUSTED_PROXIES/],
    [{ TRUSTED_PROXIES: "10" }, /at most 9(.|\n)*TRUSTED_PROXIES/],
    [{ METRICS_TOKEN: "short" }, /at least 16 characters(.|\n)*METRICS_TOKEN/],
    [{ CRON_SECRET: "short" }, /at least 16 characters(.|\n)*CRON_SECRET/],
    [{ BACKUP_KEEP: "0" }, /BACKUP_KEEP/],
    [{ LOG_LEVEL: "loud" }, /LOG_LEVEL/],
    [{ PICTURE_HOSTS: "https://pictures.example/" }, /PICTURE_HOSTS/],
    [{ SMTP_URL: "https://smtp.example", MAIL_FROM: "a@b.example" }, /smtps:\/\/(.|\n)*SMTP_URL/],
    [{ SMTP_URL: "smtp.example:587", MAIL_FROM: "a@b.example" }, /SMTP_URL/],
    [{ SMTP_URL: "smtp://", MAIL_FROM: "a@b.example" }, /SMTP_URL/],
    [{ SMTP_URL: "smtp://localhost", MAIL_FROM: "Evenly" }, /must be an address(.|\n)*MAIL_FROM/],
    [{ SMTP_URL: "smtp://localhost", MAIL_FROM: "Evenly <evenly>" }, /MAIL_FROM/],
    [{ SMTP_URL: "smtp://localhost", MAIL_FROM: "a@b.example, c@d.example" }, /MAIL_FROM/],
    [{ SMTP_URL: "smtp://localhost", MAIL_FROM: "Evenly <a@b.example> c" }, /MAIL_FROM/],
    [{ SMTP_URL: "smtp://localhost", MAIL_FROM: "x\nBcc: <a@b.example>" }, /MAIL_FROM/],
    [{ SMTP_URL: "smtp://localhost" }, /both SMTP_URL and MAIL_FROM/],
    [{ MAIL_FROM: "a@b.example" }, /both SMTP_URL and MAIL_FROM/],
    [{ PUSH_HOSTS: "https://push.example/" }, /PUSH_HOSTS/],
    [{ VAPID_PRIVATE_KEY }, /set both VAPID keys(.|\n)*VAPID_PRIVATE_KEY/],
    [{ VAPID_PUBLIC_KEY }, /set both VAPID keys/],
    [{ ...VAPID, VAPID_PRIVATE_KEY: "A".repeat(43) }, /set both VAPID keys/],
    [{ ...VAPID, VAPID_PUBLIC_KEY: generateVAPIDKeys().publicKey }, /set both VAPID keys/],
  ])("refuses %j and names the variable", (variables, message) =>
    expect(() => parseEnv(variables)).toThrow(message),
  );
});

describe("a setting from a file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "evenly-env-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const fileWith = (text: string) => {
    const file = join(folder, "secret");
    writeFileSync(file, text);
    return file;
  };

  it.each([
    ["AUTH_GOOGLE_SECRET", "of-google"],
    ["MONGODB_URI", "mongodb://localhost/evenly"],
    ["METRICS_TOKEN", "a-token-of-prometheus"],
    ["CRON_SECRET", "a-token-of-the-scheduler"],
  ])("%s is what the file of its variable with _FILE contains, without the line end", (name, value) => {
    const variables = { [name]: "", [`${name}_FILE`]: fileWith(`${value}\n`) };
    expect(parseEnv(variables)).toMatchObject({ [name]: value });
  });

  it("is checked like one of a variable", () => {
    expect(parseEnv({ MONGODB_URI_FILE: fileWith("mongodb://localhost") }).embedded).toBe(false);
    expect(() => parseEnv({ AUTH_SECRET_FILE: fileWith("changeme") })).toThrow(/at least 32 characters/);
    const two = ["a", "b"].map((letter) => letter.repeat(32));
    expect(parseEnv({ AUTH_SECRET_FILE: fileWith(two.join("\n")) }).AUTH_SECRET).toEqual(two);
  });

  it("is refused in one sentence if the file is missing, empty, a folder, or one of two sources", () => {
    const missing = join(folder, "missing");
    expect(() => parseEnv({ AUTH_SECRET_FILE: missing })).toThrow(
      `The environment is not valid. AUTH_SECRET_FILE: the file ${missing} cannot be read (ENOENT).`,
    );
    expect(() => parseEnv({ MONGODB_URI_FILE: folder })).toThrow(
      `The environment is not valid. MONGODB_URI_FILE: the file ${folder} cannot be read (EISDIR).`,
    );
    const empty = fileWith(" \n");
    expect(() => parseEnv({ CRON_SECRET_FILE: empty })).toThrow(
      `The environment is not valid. CRON_SECRET_FILE: the file ${empty} is empty.`,
    );
    expect(() => parseEnv({ CRON_SECRET: "something else", CRON_SECRET_FILE: empty })).toThrow(
      "The environment is not valid. Set CRON_SECRET or CRON_SECRET_FILE, not both.",
    );
  });

  it("is not looked for if the name of the file is blank", () =>
    expect(parseEnv({ MONGODB_URI_FILE: " " })).toEqual(parseEnv({})));
});

test("every variable is explained in .env.example, and nothing else is there", () => {
  const explained = [...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  const read = [...readFileSync(join(__dirname, "env.ts"), "utf8").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name]) => name,
  );
  const ofTools = ["PORT", "HOSTNAME", "TEST_MONGODB_URI", "PLAYWRIGHT_CHROMIUM"];
  expect(read).toContain("MONGODB_URI");
  expect(explained.sort()).toEqual([...new Set(read), ...ofTools].sort());
});

test("compose.yaml passes on every setting of .env.example that it does not make itself", () => {
  const [settings = ""] = readFileSync(".env.example", "utf8").split("# --- Tests and measurements");
  const explained = [...settings.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  const passed = [...readFileSync("compose.yaml", "utf8").matchAll(/^ {6}([A-Z_]+): \$\{\1:-\}$/gm)].map(
    ([, name]) => name,
  );
  const ofContainers = ["MONGODB_URI", "MONGODB_DB", "DATA_DIR"];
  expect([...passed, ...ofContainers].sort()).toEqual(explained.sort());
});
