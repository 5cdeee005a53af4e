import {
  type ChildProcess,
  type ChildProcessByStdio,
  type SpawnOptions,
  spawn,
  spawnSync,
} from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { dataRoot } from "@/testing/data-root.mjs";
import { freePort } from "@/testing/free-port";

const STARTS_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 10_000;
const KEEPS_CONNECTIONS_MS = 10 * 60_000;

type Variables = Record<string, string>;

/** How the application is started. */
export type Program = {
  /** @param variables all of the server's, PORT and DATA_DIR among them, but not those of the test's own process */
  launch: (variables: Variables) => { file: string; args: string[]; options: SpawnOptions };
  /** The user and group that it runs as; default: those of the tests. */
  owner?: number | undefined;
};

/** As a user would start it. */
export const NPM_START: Program = {
  launch: (variables) => ({
    file: process.execPath,
    // A test may pause for longer than idle connections are kept, and would lose the request that reuses one.
    args: [
      ...["lib/cli/next.mjs", "start", "-p", variables.PORT!],
      ...["--keepAliveTimeout", String(KEEPS_CONNECTIONS_MS)],
    ],
    options: { env: { ...withoutSettings(), ...variables } },
  }),
};

/** Next.js alone, as on hosts that call functions: no guard runs in front. */
export const NEXT_START: Program = {
  launch: (variables) => ({
    file: process.execPath,
    args: ["node_modules/next/dist/bin/next", "start", "-p", variables.PORT!],
    options: { env: { ...withoutSettings(), NEXT_MANUAL_SIG_HANDLE: "1", ...variables } },
  }),
};

/** The application on a free port, with its own data directory. */
export class AppServer {
  readonly url: string;
  private process: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    /** Contains the data directory and the log. */
    private readonly folder: string,
    private readonly environment: Variables,
    private readonly program: Program,
  ) {
    this.url = `http://localhost:${port}`;
  }

  /**
   * Starts the production build on an empty database, and waits until it is ready.
   * @param environment variables for the server, in addition to those of a first start (none)
   * @param dataDir the initial data; copied
   */
  static async start(
    environment: Variables = {},
    dataDir?: string | null,
    program?: Program,
  ): Promise<AppServer> {
    const server = await AppServer.spawn(environment, dataDir, program);
    await server.untilHealthy().catch(async (error: unknown) => {
      await server.dispose();
      throw error;
    });
    return server;
  }

  /** Starts the production build the same way, without waiting. */
  static async spawn(
    environment: Variables = {},
    dataDir?: string | null,
    program = NPM_START,
  ): Promise<AppServer> {
    const folder = await mkdtemp(join(dataRoot(), "evenly-e2e-"));
    const server = new AppServer(await freePort(), folder, environment, program);
    if (dataDir) await cp(dataDir, server.dataDir, { recursive: true });
    if (program.owner !== undefined) {
      await mkdir(server.dataDir, { recursive: true });
      for (const path of [folder, server.dataDir]) await chown(path, program.owner, program.owner);
    }
    server.launch();
    return server;
  }

  get dataDir(): string {
    return join(this.folder, "data");
  }

  get logFile(): string {
    return join(this.folder, "server.log");
  }

  /** Starts the server (again) on the existing data. */
  async run(): Promise<void> {
    this.launch();
    await this.untilHealthy();
  }

  /** The process that serves. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  private launch(): void {
    const { file, args, options } = this.program.launch({
      NODE_ENV: "production",
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      ...this.environment,
    });
    const child = spawn(file, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      // A separate process group, so that the launcher and its children end together.
      detached: process.platform !== "win32",
    }) as ChildProcessByStdio<null, Readable, Readable>;
    const log = createWriteStream(this.logFile, { flags: "a" });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.process = child;
  }

  /** Kills the server, which gets no chance to write anything. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** Asks the server to end, and waits until it has. @returns its exit code; null if it had ended before */
  async stop(): Promise<number | null> {
    return this.end("SIGTERM");
  }

  /** From now on the server accepts connections, and never answers. @returns what ends that */
  freeze(): () => void {
    const pid = this.process?.pid;
    signalGroup(pid, "SIGSTOP");
    return () => signalGroup(pid, "SIGCONT");
  }

  /** Stops the server and deletes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async untilHealthy(): Promise<void> {
    const child = this.process;
    const deadline = Date.now() + STARTS_WITHIN_MS;
    while (child && Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      const response = await fetch(`${this.url}/api/health`).catch(() => undefined);
      if (response?.ok) return;
      await wait(100);
    }
    const log = await readFile(this.logFile, "utf8").catch(() => "");
    await this.kill();
    throw new Error(`The server did not become healthy. The end of its log:\n${log.slice(-3000)}`);
  }

  private async end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    const child = this.process;
    this.process = undefined;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, "exit");
    signalGroup(child.pid, signal);
    const late = setTimeout(() => signalGroup(child.pid, "SIGKILL"), STOPS_WITHIN_MS);
    const [code] = (await exited) as [number | null];
    clearTimeout(late);
    return code;
  }
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

const SETTINGS = [
  ...["MONGODB_URI", "MONGODB_DB", "DATA_DIR", "DEMO", "RATE_LIMITS_OFF", "TRUSTED_PROXIES", "PICTURE_HOSTS"],
  ...["AUTH_SECRET", "AUTH_URL", "AUTH_TRUST_HOST", "NEXTAUTH_URL", "NEXTAUTH_SECRET", "VERCEL"],
  ...["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET", "AUTH_GOOGLE_ISSUER", "CRON_SECRET"],
  ...["SMTP_URL", "MAIL_FROM", "VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "PUSH_HOSTS"],
];

/**
 * A server under test starts as on a new machine, whatever is set in the environment of the tests. Not undefined, which
 * Next.js would replace by what a file such as .env.local sets.
 */
export function withoutSettings(): NodeJS.ProcessEnv {
  const names = SETTINGS.flatMap((name) => [name, `${name}_FILE`]);
  return { ...process.env, ...Object.fromEntries(names.map((name) => [name, ""])) };
}
