import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveDatabase } from "../support/database";
import { expect, test } from "../support/fixtures";
import { CLIENT, GoogleStandIn } from "../support/google-stand-in";
import { AppServer, type Program } from "../support/server";
import { settlesADinner, withDemoPeople, withGoogle } from "./journey";

// What the Dockerfile's image contains and how it runs, without Docker: .next/standalone in an empty folder that nobody
// can write to, as an ordinary user, with no variables but its own. With EVENLY_IMAGE: the image of that name, in Docker.

const IMAGE = process.env.EVENLY_IMAGE;
const SECRET = "a-secret-of-the-deployment-tests-only";
/** Not the user who owns the program, where the tests may change users. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : process.getuid?.();

let folder: string;

test.beforeAll(() => {
  if (IMAGE) return;
  if (!existsSync(".next/standalone/server.js")) {
    throw new Error("There is no standalone build to test: run `npm run build:standalone` first.");
  }
  folder = mkdtempSync(join(tmpdir(), "evenly-image-"));
  cpSync(".next/standalone", folder, { recursive: true, verbatimSymlinks: true });
  setMode(folder, 0o555);
});

test.afterAll(() => {
  if (IMAGE) return;
  setMode(folder, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

/** Changes the mode of a folder and of those in it. */
function setMode(path: string, mode: number): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) setMode(join(path, entry.name), mode);
  }
  chmodSync(path, mode);
}

/** How the folder runs one of its scripts with these variables. */
function inFolder(script: string, { DATA_DIR = "/data", ...variables }: Record<string, string>) {
  const BACKUP_DIR = join(DATA_DIR, "backups");
  const env = { NODE_ENV: "production", HOSTNAME: "0.0.0.0", DATA_DIR, BACKUP_DIR, ...variables } as const;
  const owner = NOBODY === undefined ? {} : { uid: NOBODY, gid: NOBODY };
  return { file: process.execPath, args: [script], options: { cwd: folder, env, ...owner } };
}

const nameOf = (port: string) => `evenly-${port}`;

/** How Docker runs the image's server with these variables. */
function inDocker(image: string, { DATA_DIR = "", ...variables }: Record<string, string>) {
  const args = [
    ...["run", "--rm", `--name=${nameOf(variables.PORT!)}`, "--network=host", "--read-only", "--tmpfs=/tmp"],
    ...[`--user=${NOBODY}:${NOBODY}`, `--volume=${DATA_DIR}:/data`],
    "--env=BACKUP_DIR=/data/backups",
    ...Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`),
    image,
  ];
  return { file: "docker", args, options: {} };
}

const container: Program = {
  launch: (variables) => (IMAGE ? inDocker(IMAGE, variables) : inFolder("server.js", variables)),
  owner: NOBODY,
};

/** Runs a command of the image beside the server, in its container as docs/operations/container.md says. */
function command(name: string, { url }: AppServer, variables: Record<string, string>) {
  const script = `cli/${name}.mjs`;
  const { file, args, options } = IMAGE
    ? { file: "docker", args: ["exec", nameOf(new URL(url).port), "node", script], options: {} }
    : inFolder(script, variables);
  const { status, stdout, stderr } = spawnSync(file, args, { ...options, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** In production, nobody is served another protocol. */
async function expectNoUpgrade({ url }: AppServer): Promise<void> {
  const socket = connect(Number(new URL(url).port), "localhost");
  socket
    .resume()
    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  await once(socket, "close");
}

/** An open screen asks the stopped server whether something has changed. */
const POLL = /net::ERR_CONNECTION_REFUSED/;

test("with the embedded database", async ({ newContext, guard }) => {
  test.slow();
  guard.allow(POLL);
  const server = await AppServer.start({ DEMO: "1" }, null, container);
  try {
    await expectNoUpgrade(server);
    await settlesADinner(newContext, server.url, withDemoPeople);
    const backups = () =>
      readdirSync(join(server.dataDir, "backups")).filter((name) => name.endsWith(".mdb"));
    await expect.poll(backups).toHaveLength(1);
    const { status, said } = command("verify", server, { DATA_DIR: server.dataDir });
    expect([status, said]).toEqual([0, expect.stringMatching(/^0 violations in \d+ groups/)]);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.dispose();
  }
});

test("with a MongoDB server and Google", async ({ newContext, guard, server: { dataDir } }) => {
  test.slow();
  guard.allow(POLL);
  const database = process.env.TEST_MONGODB_URI
    ? { uri: process.env.TEST_MONGODB_URI, stop: async () => undefined }
    : await serveDatabase(dataDir);
  const provider = await GoogleStandIn.start();
  const environment = {
    MONGODB_URI: database.uri,
    MONGODB_DB: `evenly_image_${process.pid}`,
    AUTH_SECRET: SECRET,
    AUTH_GOOGLE_ID: CLIENT.id,
    AUTH_GOOGLE_SECRET: CLIENT.secret,
    AUTH_GOOGLE_ISSUER: provider.issuer,
  };
  const server = await AppServer.start(environment, null, container);
  try {
    await provider.serve(server.url);
    await settlesADinner(newContext, server.url, withGoogle(provider));
    const { status, said } = command("verify", server, environment);
    expect([status, said]).toEqual([0, expect.stringMatching(/^0 violations in 1 groups/)]);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.dispose();
    await provider.stop();
    await database.stop();
  }
});
