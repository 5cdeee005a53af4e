import autocannon from "autocannon";

/** The number of concurrent clients. */
const CONNECTIONS = 10;
const WARM_UP_SECONDS = 2;

/** Requests per second of a path under load. @throws Error if an answer is not the expected one */
export async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const run = (duration: number) => autocannon({ url, connections: CONNECTIONS, duration, headers });
  await run(WARM_UP_SECONDS);
  const { requests, non2xx, errors } = await run(seconds);
  // Requests that autocannon abandoned still run on the server; this one waits behind them.
  const alone = await secondsOf(url, headers, await secondsOf(url, headers));
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors under load.`);
  return requests.total > 0 ? requests.average : 1 / alone;
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
