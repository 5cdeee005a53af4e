import type { Counter } from "prom-client";
import type { Channel } from "@/lib/core/notices";

// Apart from metrics.ts, which is loaded only if METRICS_TOKEN is set. Next.js loads modules more than once.
const store = globalThis as typeof globalThis & { evenlyNotices?: Counter<"channel" | "result"> };

/** Counts from now on. */
export const countNoticesWith = (counter: Counter<"channel" | "result">) => (store.evenlyNotices = counter);

/** Counts a notice that a channel has tried to deliver, if metrics are collected. */
export const countNotice = (channel: Channel, result: "sent" | "gone" | "failed"): void =>
  store.evenlyNotices?.inc({ channel, result });
