/** A step is shown when it has taken this long. */
const QUIET_MS = 1_000;
const EVERY_MS = 250;

let step = { name: "", text: "", since: 0 };
let shown = "";
let timer: NodeJS.Timeout | undefined;

/**
 * Tells what a command is doing: on one line that changes in a terminal, else in one line for each step. On the error
 * output, so that results can be piped.
 * @param total if it is known, how much is done is shown in percent
 */
export function progress(name: string, done = 0, total = 0): void {
  const text = total > 0 ? `${name}: ${Math.floor((100 * Math.min(done, total)) / total)}%` : `${name} …`;
  step = { name, text, since: name === step.name ? step.since : performance.now() };
  timer ??= setInterval(show, EVERY_MS).unref();
  // Work between two calls may keep the timer waiting.
  show();
}

/** Call it when the command is done, and before it prints a result. */
export function endProgress(): void {
  clearInterval(timer);
  timer = undefined;
  if (process.stderr.isTTY && shown) process.stderr.write("\r\x1b[K");
  shown = "";
  step = { name: "", text: "", since: 0 };
}

function show(): void {
  const terminal = process.stderr.isTTY;
  const next = terminal ? step.text : `${step.name} …`;
  if (next === shown || performance.now() - step.since < QUIET_MS) return;
  shown = next;
  process.stderr.write(terminal ? `\r\x1b[K${next}` : `${next}\n`);
}
