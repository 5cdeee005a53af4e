import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { serveDatabase } from "../support/database";
import { expect, test } from "../support/fixtures";
import { CLIENT, GoogleStandIn } from "../support/google-stand-in";
import { AppServer, type Program } from "../support/server";
import { install, MEMORY_KB, USER } from "./install";
import { passesTheJourney, settlesADinner, withDemoPeople, withGoogle } from "./journey";

// What the Dockerfile's image contains and how it runs, without Docker. With EVENLY_IMAGE: the image of that name, in Docker.

const IMAGE = process.env.EVENLY_IMAGE;
const SECRET = "a-secret-of-the-deployment-tests-only";

/** How the folder runs one of its scripts with these variables. */
function inFolder(
  script: string,
  { DATA_DIR = "/data", ...variables }: Record<string, string>,
  args?: string[],
) {
  const BACKUP_DIR = join(DATA_DIR, "backups");
  const own = { HOSTNAME: "0.0.0.0", DATA_DIR, BACKUP_DIR, ...variables };
  // The embedded database has a thread of its own.
  return install(".next/standalone", "build:standalone").run(script, own, args, 1.5 * MEMORY_KB);
}

const nameOf = (port: string) => `evenly-${port}`;

/** How Docker runs the image's server with these variables. */
function inDocker(image: string, { DATA_DIR = "", ...variables }: Record<string, string>) {
  const args = [
    ...["run", "--rm", `--name=${nameOf(variables.PORT!)}`, "--network=host", "--read-only", "--tmpfs=/tmp"],
    ...[`--user=${USER}:${USER}`, `--volume=${DATA_DIR}:/data`],
    "--env=BACKUP_DIR=/data/backups",
    ...Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`),
    image,
  ];
  return { file: "docker", args, options: {} };
}

const container: Program = {
  launch: (variables) => (IMAGE ? inDocker(IMAGE, variables) : inFolder("server.js", variables)),
  owner: USER,
};

/** How a command of the image is run beside the server, in its container as docs/operations/container.md says. */
function command(name: string, { url }: AppServer, variables: Record<string, string>, args: string[] = []) {
  const script = `cli/${name}.mjs`;
  if (!IMAGE) return inFolder(script, variables, args);
  const own = Object.entries(variables).map(([key, value]) => `--env=${key}=${value}`);
  const inside = [nameOf(new URL(url).port), "node", script, ...args];
  return { file: "docker", args: ["exec", ...own, ...inside], options: {} };
}

/** @returns its exit status, and what it has printed */
function outcome({ file, args, options }: ReturnType<typeof command>): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(file, args, { ...options, encoding: "utf8" });
  return [status, stdout + stderr];
}

/** In production, nobody is served another protocol. */
async function expectNoUpgrade({ url }: AppServer): Promise<void> {
  const socket = connect(Number(new URL(url).port), "localhost");
  socket
    .resume()
    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  await once(socket, "close");
}

/** An open screen asks the stopped server whether something has changed, or is being refreshed when the server stops. */
const POLL = /net::ERR_CONNECTION_REFUSED|Failed to fetch RSC payload/;

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
    expect(await server.stop()).toBe(0);
  } finally {
    await server.dispose();
  }
});

test("the commands, beside the server", async () => {
  test.slow();
  const server = await AppServer.start({ DEMO: "1" }, null, container);
  const data = IMAGE ? "/data" : server.dataDir;
  const [own, copy] = [{ DATA_DIR: data }, { DATA_DIR: `${data}/copy` }];
  const file = `${data}/file.mdb`;
  const { file: node, args, options } = command("db", server, own, ["--port", "0"]);
  const serving = spawn(node, args, options);
  try {
    const [line] = (await once(serving.stdout!, "data")) as [Buffer];
    const uri = line.toString().trim();
    const commands: [string, Record<string, string>, string[], RegExp][] = [
      ["seed", own, ["--expenses", "100", "--seed", "58"], /^100 expenses were created\.$/m],
      ["migrate", own, [], /^The data is at version \d+\.$/m],
      ["verify", own, [], /^0 violations in \d+ groups/m],
      ["backup", own, [file], /^The backup is .+file\.mdb\.$/m],
      ["restore", copy, [file], /^The backup is in .+copy\./m],
      ["notify", own, ["--help"], /^ {2}Sends a test email /m],
      ["db-copy", copy, [uri, "--db", "copied"], / collections copied; counts and checksums agree\.$/m],
    ];
    for (const [name, variables, given, said] of commands) {
      const [status, text] = outcome(command(name, server, variables, given));
      expect(status, `${name}: ${text}`).toBe(0);
      expect(text).toMatch(said);
    }
    const client = await MongoClient.connect(uri);
    expect(await client.db("copied").collection("expenses").countDocuments()).toBeGreaterThan(100);
    await client.close();
    if (IMAGE) return;
    const present = readdirSync(".next/standalone/cli").map((name) => name.replace(/\.mjs$/, ""));
    expect(["db", ...commands.map(([name]) => name)].toSorted()).toEqual(
      present.filter((name) => existsSync(`lib/cli/${name}.ts`)).toSorted(),
    );
    serving.kill("SIGTERM");
    expect(await once(serving, "exit")).toEqual([0, null]);
  } finally {
    serving.kill("SIGKILL");
    await server.dispose();
  }
});

test("with a MongoDB server and Google", async ({ newContext, guard, server: { dataDir } }) => {
  test.slow();
  guard.allow(POLL);
  guard.allowStatus(404);
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
    await passesTheJourney(newContext, server.url, withGoogle(provider));
    expect(outcome(command("verify", server, environment))).toEqual([
      0,
      expect.stringMatching(/^0 violations in 1 groups/),
    ]);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.dispose();
    await provider.stop();
    await database.stop();
  }
});
