import "server-only";
import type { MongoClient } from "mongodb";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { observeRequests } from "@/lib/log/request";
import { countNoticesWith } from "./count-notice";
import { countKeys } from "./memory-limits";

// The metrics of this process. boot.ts loads this module only if METRICS_TOKEN is set, so that nothing is measured
// for nobody.

// Next.js loads modules more than once.
const store = globalThis as typeof globalThis & { evenlyMetrics?: Registry };

/** The metrics, if they are collected. */
export const metrics = (): Registry | undefined => store.evenlyMetrics;

/**
 * Starts to collect. Call it once.
 * @param queued counts the notices that are to be sent
 * @param backupAge the seconds since the newest backup was begun, if any are made
 * @returns what to call with each client of the database that is opened
 */
export function collectMetrics(
  queued: () => Promise<number>,
  backupAge?: () => number,
): (client: MongoClient) => void {
  const registry = (store.evenlyMetrics = new Registry());
  const registers = [registry];
  // The process: CPU time, memory, event loop delay, garbage collection.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "evenly_http_request_seconds",
    help: "Requests and their durations, by route and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  observeRequests("metrics", ({ method, route }, status, seconds) =>
    // A method that a path does not have is the client's own choice, and would be a series of its own.
    requests.observe({ method: status === 405 ? "(refused)" : method, route, status }, seconds),
  );
  const commands = new Histogram({
    name: "evenly_database_command_seconds",
    help: "Commands of the database and their durations, by name and outcome.",
    labelNames: ["command", "outcome"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    registers,
  });
  new Gauge({
    name: "evenly_rate_limit_keys",
    help: "Users and addresses that the rate limits of this process are counting.",
    labelNames: ["limit"],
    registers,
    collect() {
      for (const [limit, keys] of countKeys()) this.set({ limit }, keys);
    },
  });
  countNoticesWith(
    new Counter({
      name: "evenly_notices_total",
      help: "Notices that a channel has tried to deliver, by channel and result.",
      labelNames: ["channel", "result"],
      registers,
    }),
  );
  new Gauge({
    name: "evenly_notices_queued",
    help: "Notices that are to be sent, also later; NaN: the database cannot be reached.",
    registers,
    async collect() {
      this.set(await queued().catch(() => NaN));
    },
  });
  if (backupAge) {
    new Gauge({
      name: "evenly_backup_age_seconds",
      help: "The age of the newest daily backup; +Inf: there is none.",
      registers,
      collect() {
        this.set(backupAge());
      },
    });
  }
  return (client) => {
    for (const [event, outcome] of [
      ["commandSucceeded", "ok"],
      ["commandFailed", "failed"],
    ] as const) {
      client.on(event, ({ commandName: command, duration }: { commandName: string; duration: number }) =>
        commands.observe({ command, outcome }, duration / 1000),
      );
    }
  };
}
