import { spawn } from "node:child_process";

// What `npm test` and `npm run test:db` share: running a script of package.json, and summing up.

const started = Date.now();
const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;

/** Says what comes next, and when. */
export function heading(title) {
  console.log(`\n== ${title} (${seconds()}) ==`);
}

/**
 * Runs a script of package.json with this terminal's input and output; no shell, so that it works on Windows too.
 * @returns its exit status, 1 where it was ended by a signal
 */
export function npmRun(script, args = [], environment = {}) {
  const npm = process.env.npm_execpath;
  if (!npm) {
    console.error("Start this with npm: npm test, or npm run test:db.");
    process.exit(1);
  }
  const child = spawn(process.execPath, [npm, "run", "--silent", script, "--", ...args], {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  running = child;
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

let running;
// Whoever stops the whole stops the step that runs, and no other one starts.
for (const [signal, status] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.on(signal, () => {
    running?.kill(signal);
    process.exit(status);
  });
}

/** Prints a line for each step and the sum as the last one; sets the exit status. */
export function finish(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  heading("Summary");
  for (const { title, passed, failed, again } of results) {
    const note = again ? ` (${again} of them at the second attempt, listed above as flaky)` : "";
    console.log(`${failed === 0 ? "ok    " : "FAILED"}  ${title}: ${passed} passed, ${failed} failed${note}`);
  }
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
}
