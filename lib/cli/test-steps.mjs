import { spawn } from "node:child_process";

// Shared by `npm test` and `npm run test:db`: runs a script of package.json, and adds up the results.

const started = Date.now();
const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;

/** Prints the next step and the time. */
export function heading(title) {
  console.log(`\n== ${title} (${seconds()}) ==`);
}

/**
 * Runs a script of package.json with this terminal's input and output. Uses no shell, so that it works on Windows.
 * @returns its exit status, 1 if a signal ended it
 */
export function npmRun(script, args = [], environment = {}) {
  return exitStatusOf(start(script, args, environment, "inherit"));
}

/** Runs a script in parallel with another step, and prints its title and output when it ends. */
export async function npmRunBuffered(title, script, environment = {}) {
  const child = start(script, [], environment, ["ignore", "pipe", "pipe"]);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const status = await exitStatusOf(child);
  heading(title);
  process.stdout.write(Buffer.concat(output));
  return status;
}

const running = new Set();

/** Uses no shell, so that it works on Windows. */
function start(script, args, environment, stdio) {
  const npm = process.env.npm_execpath;
  if (!npm) {
    console.error("Start this with npm: npm test, or npm run test:db.");
    process.exit(1);
  }
  const child = spawn(process.execPath, [npm, "run", "--silent", script, "--", ...args], {
    stdio,
    env: { ...process.env, ...environment },
  });
  running.add(child);
  return child;
}

function exitStatusOf(child) {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("close", (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

// A signal to the whole run ends the current steps and starts no other.
for (const [signal, status] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(status);
  });
}

/** Prints a line for each step and the total as the last line, and sets the exit status. */
export function finish(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  heading("Summary");
  for (const { title, passed, failed } of results) {
    console.log(`${failed === 0 ? "ok    " : "FAILED"}  ${title}: ${passed} passed, ${failed} failed`);
  }
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
}
