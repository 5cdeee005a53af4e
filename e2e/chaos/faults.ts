import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { MongoClient, MongoServerError } from "mongodb";
import { serveDatabase } from "../support/database";
import { NPM_START, AppServer, type Program } from "../support/server";
import { pause } from "./pause";
import { cutPower, usedBytes } from "./power-cut";

// What goes wrong, one after the other, while eight people write. Each fault ends with what its operator would do.

const DAY_MS = 24 * 60 * 60 * 1000;
const HOLD_MS = 4_000;

/** The server, and how it is started next. */
export class Victim {
  /** Kilobytes that a file of the server may have. */
  private maxFile: number | null = null;
  private owner: ChildProcess | undefined;

  private constructor(readonly clockFile: string) {}

  server!: AppServer;

  static async start(folder: string): Promise<Victim> {
    const victim = new Victim(join(folder, "clock"));
    victim.setClock(0);
    const program: Program = { launch: (variables) => victim.launch(variables) };
    victim.server = await AppServer.start({ RATE_LIMITS_OFF: "1", DEMO: "1" }, null, program);
    return victim;
  }

  get dataFile(): string {
    return join(this.server.dataDir, "data.mdb");
  }

  setClock(milliseconds: number): void {
    writeFileSync(this.clockFile, String(milliseconds));
  }

  limitFiles(kilobytes: number | null): void {
    this.maxFile = kilobytes;
  }

  /** Another process serves the database, and the application joins it. */
  async serveDatabaseApart(): Promise<number> {
    const owner = spawn(process.execPath, ["lib/cli/run.mjs", "lib/cli/db.ts"], {
      env: { ...process.env, DATA_DIR: this.server.dataDir },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.owner = owner;
    await once(owner.stdout, "data");
    return Number(readFileSync(`/proc/${owner.pid}/task/${owner.pid}/children`, "utf8").trim());
  }

  async endOwner(): Promise<void> {
    if (!this.owner) return;
    const ended = once(this.owner, "exit");
    this.owner.kill("SIGTERM");
    await ended;
    this.owner = undefined;
  }

  private launch(variables: Record<string, string>): ReturnType<Program["launch"]> {
    const { file, args, options } = NPM_START.launch({
      ...variables,
      CHAOS_CLOCK: this.clockFile,
      NODE_OPTIONS: `--require ${join(__dirname, "clock.cjs")}`,
    });
    if (this.maxFile === null) return { file, args, options };
    // In units of 512 bytes. Without the signal, a write that is too large fails like one on a full disk.
    const limited = `trap '' XFSZ; ulimit -f ${this.maxFile * 2}; exec "$0" "$@"`;
    return { file: "sh", args: ["-c", limited, file, ...args], options };
  }
}

/**
 * `except`: the platforms that lack what it takes, such as a signal that stops a process for a while.
 * `inflict` returns what is worth telling besides the figures.
 */
type Fault = {
  name: string;
  except?: NodeJS.Platform[];
  inflict: (victim: Victim) => Promise<string | void>;
};

const all: Fault[] = [
  {
    name: "killed (SIGKILL)",
    inflict: async ({ server }) => {
      await server.kill();
      await server.run();
    },
  },
  {
    name: "power cut",
    except: ["win32"],
    inflict: async (victim) => {
      const { server, dataFile } = victim;
      const unsynced = await cutPower(server.pid!, dataFile, () => server.kill());
      await server.run();
      return `${unsynced} pages not synced`;
    },
  },
  {
    name: "full disk",
    except: ["win32"],
    inflict: async (victim) => {
      const { server, dataFile } = victim;
      await server.stop();
      victim.limitFiles(Math.ceil(statSync(dataFile).size / 1024));
      await server.run();
      await fillUp(server.dataDir);
      await wait(HOLD_MS);
      await server.kill();
      victim.limitFiles(null);
      await server.run();
    },
  },
  {
    name: "data file replaced",
    except: ["win32"],
    inflict: async ({ server, dataFile }) => {
      const copy = `${dataFile}.copy`;
      // Of one moment: the server stands still meanwhile.
      await pause(server.pid!);
      copyFileSync(dataFile, copy);
      renameSync(copy, dataFile);
      process.kill(server.pid!, "SIGCONT");
      await wait(HOLD_MS);
      await server.kill();
      await server.run();
    },
  },
  {
    name: "bits flipped",
    inflict: async ({ server, dataFile }) => {
      await server.stop();
      const whole = readFileSync(dataFile);
      const used = usedBytes(whole);
      let refused = 0;
      const rounds = 4;
      for (let round = 0; round < rounds; round++) {
        const damaged = Buffer.from(whole);
        const at = Math.floor(Math.random() * used);
        damaged[at] = damaged[at]! ^ (1 << Math.floor(Math.random() * 8));
        writeFileSync(dataFile, damaged);
        if (await isFound(server.dataDir)) refused += 1;
      }
      writeFileSync(dataFile, whole);
      await server.run();
      return `${refused} of ${rounds} found; the others hit bytes that are not in use`;
    },
  },
  {
    name: "clock +31 days for 4 s",
    inflict: async (victim) => {
      victim.setClock(31 * DAY_MS);
      await wait(HOLD_MS);
      victim.setClock(0);
    },
  },
  {
    name: "database frozen for 4 s",
    except: ["win32", "darwin"],
    inflict: async (victim) => {
      const { server } = victim;
      await server.stop();
      const pid = await victim.serveDatabaseApart();
      await server.run();
      await wait(1_000);
      await pause(pid);
      await wait(HOLD_MS);
      process.kill(pid, "SIGCONT");
      await wait(1_000);
      await victim.endOwner();
    },
  },
  {
    name: "flood of upgrades",
    inflict: async ({ server }) => {
      const port = Number(new URL(server.url).port);
      for (let round = 0; round < 20; round++)
        await Promise.all(Array.from({ length: 40 }, () => upgrade(port)));
    },
  },
];

export const faults = all.filter(({ except = [] }) => !except.includes(process.platform));

/** Milliseconds in which an empty part of the file is full, or a write fails. A bound, no promise. */
const FULL_MS = 60_000;

/** Writes other data until there is no space, first much at once. */
async function fillUp(dataDir: string): Promise<void> {
  const { uri, stop } = await serveDatabase(dataDir);
  const client = await MongoClient.connect(uri, { socketTimeoutMS: FULL_MS });
  try {
    for (const count of [100, 1]) await fillBy(client, count);
  } finally {
    await client.close();
    await stop();
  }
}

/** @param count documents of 10 kB at once */
async function fillBy(client: MongoClient, count: number): Promise<void> {
  const end = Date.now() + FULL_MS;
  const items = client.db("filler").collection("items");
  try {
    while (Date.now() < end)
      await items.insertMany(Array.from({ length: count }, () => ({ text: "x".repeat(10_000) })));
  } catch (error) {
    if (error instanceof MongoServerError) return;
    throw error;
  }
  throw new Error(`The disk was not full after ${FULL_MS / 1000} s.`);
}

/** Whether `npm run verify` refuses or reports a data directory. */
async function isFound(dataDir: string): Promise<boolean> {
  return (await verify(dataDir)).status !== 0;
}

/** Runs `npm run verify` on a data directory. */
export async function verify(dataDir: string): Promise<{ status: number; said: string }> {
  const child = spawn(process.execPath, ["lib/cli/run.mjs", "lib/cli/verify.ts"], {
    env: { ...process.env, DATA_DIR: dataDir, MONGODB_URI: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const [status] = (await once(child, "close")) as [number | null];
  return { status: status ?? 1, said };
}

async function upgrade(port: number): Promise<void> {
  const socket = connect(port, "localhost");
  socket.on("error", () => undefined);
  socket
    .resume()
    .write("GET /x.png HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
  await once(socket, "close");
}
