import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";

// The Chromium of the end-to-end tests. No manual installation is needed: Linux on x64 unpacks the one in the npm package
// @sparticuz/chromium, the same version on every machine. Other systems use an installed one or download Playwright's.

/** Quiet, without background services, and able to run as root in a container. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type Browser = { executablePath: string; libraryPath?: string };

/** Finds the browser, or provides one. @throws Error if that is impossible */
export function provideBrowser(): Browser {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (chosen) return { executablePath: chosen };
  const bundled = process.platform === "linux" && process.arch === "x64" && unpackBundled();
  if (bundled) return bundled;
  const present = [chromium.executablePath(), "/usr/bin/chromium"].find((path) => existsSync(path));
  if (present) return { executablePath: present };
  execFileSync(process.execPath, [require.resolve("@playwright/test/cli"), "install", "chromium"], {
    stdio: "inherit",
  });
  return { executablePath: chromium.executablePath() };
}

/** Unpacks the browser of the npm package once, atomically, into its own folder. @returns null if it does not start */
function unpackBundled(): Browser | null {
  const modules = join(process.cwd(), "node_modules");
  const manifest = readFileSync(join(modules, "@sparticuz", "chromium", "package.json"), "utf8");
  const folder = join(modules, ".cache", `chromium-${(JSON.parse(manifest) as { version: string }).version}`);
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    execFileSync(
      process.execPath,
      ["--input-type=module", "-e", `(await import("@sparticuz/chromium")).default.executablePath()`],
      // The package unpacks into the temporary folder, and its libraries only if it detects this host.
      {
        env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
        stdio: "inherit",
      },
    );
    try {
      renameSync(fresh, folder);
    } catch {
      // Another run was faster.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const executablePath = join(folder, "chromium");
  if (starts(executablePath)) return { executablePath };
  // A machine without NSS: the package contains it.
  const libraryPath = join(folder, "al2023", "lib");
  return starts(executablePath, libraryPath) ? { executablePath, libraryPath } : null;
}

function starts(executablePath: string, libraryPath?: string): boolean {
  const env = { ...process.env, ...(libraryPath && { LD_LIBRARY_PATH: libraryPath }) };
  return spawnSync(executablePath, ["--version"], { env, stdio: "ignore" }).status === 0;
}
