import autocannon from "autocannon";
import { readFileSync } from "node:fs";

/** The number of concurrent clients. */
const CONNECTIONS = 10;
/** After so many, Node.js has compiled what a request needs. */
const WARM_UP_REQUESTS = 200;
/** How many of the kernel's ticks are a second. */
const TICKS = 100;

/** What a path does under load. */
export type Load = {
  /** Requests a second. */
  rate: number;
  /** Milliseconds of processor time for a request, which other programs of the machine change less; NaN without /proc. */
  cpu: number;
};

/**
 * @param pids the processes that serve the path
 * @throws Error if a response is not the expected one
 */
export async function underLoad(
  url: string,
  headers: Record<string, string>,
  seconds: number,
  pids: readonly (number | undefined)[],
): Promise<Load> {
  const run = (how: { amount: number } | { duration: number }) =>
    autocannon({ url, connections: CONNECTIONS, headers, ...how });
  await run({ amount: WARM_UP_REQUESTS });
  const before = cpuSeconds(pids);
  const { requests, non2xx, errors } = await run({ duration: seconds });
  const cpu = ((cpuSeconds(pids) - before) * 1000) / requests.total;
  // Requests that autocannon abandoned still run on the server; this one waits behind them.
  const alone = await secondsOf(url, headers, await secondsOf(url, headers));
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors under load.`);
  return { rate: requests.total > 0 ? requests.average : 1 / alone, cpu };
}

/** The processor time of all threads of these processes so far, in seconds. */
function cpuSeconds(pids: readonly (number | undefined)[]): number {
  try {
    const used = pids.map((pid) => {
      // The second field, the program's name, may contain spaces.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS;
    });
    return used.reduce((sum, each) => sum + each, 0);
  } catch {
    return NaN;
  }
}

/** The seconds of this request, or of the fastest earlier one. */
async function secondsOf(url: string, headers: Record<string, string>, earlier = Infinity): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers, redirect: "manual" });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
  return Math.min(earlier, (performance.now() - started) / 1000);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * The median milliseconds of `send` for each variant, one request at a time. The variants alternate, so that other
 * load on the machine affects all of them.
 */
export async function medianTimes(
  variants: readonly (() => Promise<unknown>)[],
  turns: number,
): Promise<number[]> {
  const times: number[][] = variants.map(() => []);
  for (let turn = -5; turn < turns; turn++) {
    for (const [index, send] of variants.entries()) {
      const started = performance.now();
      await send();
      if (turn >= 0) times[index]!.push(performance.now() - started);
    }
  }
  return times.map(median);
}
