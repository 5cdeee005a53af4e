import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { freePort } from "@/testing/free-port";

// Firefox and WebKitGTK, which has Safari's engines for layout and scripts, through their WebDriver servers.

/** Of Firefox, as in about:config. */
export type Preferences = Record<string, string | number | boolean>;

type Engine = {
  name: string;
  /** The programs that it needs, each by the first of its names that is installed. */
  programs: string[][];
  install: string;
  launch: (programs: string[], port: number) => string[];
  capabilities: (programs: string[], prefs: Preferences) => object;
};

const MINI_BROWSERS = ["x86_64", "aarch64"].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

const ENGINES: readonly Engine[] = [
  {
    name: "Firefox",
    programs: [["geckodriver"], ["firefox-esr", "firefox"]],
    install: "apt-get install firefox-esr, and geckodriver",
    launch: ([driver], port) => [
      ...[driver!, "--port", String(port), "--websocket-port", "0"],
      // To what is not a page, such as notifications.
      "--allow-system-access",
    ],
    capabilities: ([, firefox], prefs) => ({
      browserName: "firefox",
      "moz:firefoxOptions": {
        binary: firefox,
        args: ["-headless"],
        prefs: { "app.normandy.enabled": false, "services.settings.server": "data:,", ...prefs },
      },
    }),
  },
  {
    name: "WebKit",
    programs: [["WebKitWebDriver"], MINI_BROWSERS, ["xvfb-run"]],
    install: "apt-get install webkit2gtk-driver xvfb xauth",
    launch: ([driver, , xvfb], port) => [
      ...[xvfb!, "-a", "-s", "-screen 0 1600x1200x24"],
      ...[driver!, `--port=${port}`],
    ],
    capabilities: ([, browser]) => ({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
    }),
  },
];

const found = (name: string) => {
  if (name.startsWith("/")) return existsSync(name) ? name : undefined;
  const { status, stdout } = spawnSync("which", [name], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
};

const programsOf = ({ programs }: Engine) =>
  programs.map((names) => names.map(found).find((path) => path !== undefined));

/** The engines with everything that they need, and why the others are left out. */
export function installedEngines(): { names: string[]; missing: string[] } {
  const isThere = (engine: Engine) => programsOf(engine).every((path) => path !== undefined);
  return {
    names: ENGINES.filter(isThere).map(({ name }) => name),
    missing: ENGINES.filter((engine) => !isThere(engine)).map(
      ({ name, install }) => `${name} is not installed, and not tested: ${install}.`,
    ),
  };
}

/** A window of the engine. @returns it, and what ends it and everything that was started for it */
export async function openEngine(
  name: string,
  prefs: Preferences = {},
): Promise<{ driver: WebDriver; close: () => Promise<void> }> {
  const engine = ENGINES.find((one) => one.name === name)!;
  const programs = programsOf(engine) as string[];
  const [port, home] = [await freePort(), await mkdtemp(join(tmpdir(), "evenly-browser-"))];
  const [file, ...args] = engine.launch(programs, port) as [string, ...string[]];
  // A separate process group, so that all ends together.
  const child = spawn(file, args, {
    detached: true,
    stdio: "ignore",
    // As root, WebKit needs to be without its sandbox.
    env: { ...process.env, HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", GTK_A11Y: "none" },
  });
  await untilListening(port);
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(new Capabilities(engine.capabilities(programs, prefs)))
    .build();
  return {
    driver,
    close: async () => {
      await driver.quit().catch(() => {});
      await end(child);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > deadline) throw new Error("The browser's driver did not start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || !child.pid) return;
  const exited = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await exited;
}
