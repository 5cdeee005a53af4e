import { types } from "node:util";
import pino from "pino";
import { env } from "@/lib/env";
import { outputTo, type Output } from "./output";
import { currentRequest, FILE_ROUTE, observeRequests } from "./request";

// The log: one JSON object per line on the standard output. It contains ids, and never what people typed, names,
// addresses, tokens, or links.

const MAX_CAUSES = 4;

const store = globalThis as typeof globalThis & { evenlyLogOutput?: Output };

export const log = pino(
  {
    level: settings().level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ requestId: currentRequest()?.id }),
    serializers: { err: (error: unknown) => describe(error) },
    hooks: {
      logMethod(args, write) {
        if (!isClientGone((args[0] as { err?: unknown } | null)?.err)) write.apply(this, args);
      },
    },
  },
  destination(),
);

/**
 * Logs something that happened, with the ids of the items that it concerns.
 * @param user who did it; default: the user of the request
 */
export function logEvent(
  event: string,
  { user, ...ids }: { user?: string | undefined; [name: string]: unknown } = {},
): void {
  const { token, user: viewer } = currentRequest() ?? {};
  log.info({ ...ids, event, user: user ?? viewer, token }, "event");
}

/** Logged only at the level "debug": files, and the request that every open screen sends every few seconds. */
const FREQUENT = [FILE_ROUTE, "/api/users/revision"];

observeRequests("log", ({ id, method, route, user, token, code }, status, seconds) => {
  const line = {
    requestId: id,
    method,
    route,
    status,
    ms: Math.round(seconds * 10_000) / 10,
    code,
    user,
    token,
  };
  log[FREQUENT.includes(route) && status < 400 ? "debug" : "info"](line, "request");
});

/** An environment that is not valid is reported by the boot. */
function settings(): { level: string; test: boolean; serverless: boolean } {
  try {
    const { LOG_LEVEL, NODE_ENV, serverless } = env();
    const test = NODE_ENV === "test";
    return { level: LOG_LEVEL ?? (test ? "warn" : "info"), test, serverless: serverless !== undefined };
  } catch {
    return { level: "info", test: false, serverless: false };
  }
}

/** A terminal gets lines that people can read; tests get lines on the console, where a stray one fails them. */
function destination(): pino.DestinationStream {
  const { test, serverless } = settings();
  if (test)
    return {
      write: (line) => (/"level":"(error|fatal)"/.test(line) ? console.error(line) : console.warn(line)),
    };
  // Reading isTTY also makes a pipe non-blocking.
  if (process.stdout.isTTY) return { write: (line) => void process.stdout.write(readable(line)) };
  // A function is frozen after its response, and could not write later.
  if (serverless) return pino.destination({ fd: 1, sync: true });
  // Next.js loads modules more than once; their lines must not mix.
  return (store.evenlyLogOutput ??= outputTo(1, (lines) =>
    log.warn({ lines }, "Lines of the log are missing: they could not be written."),
  ));
}

function readable(line: string): string {
  const { time, level, msg, err, requestId, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const { type, message, stack } = (err ?? {}) as Record<string, unknown>;
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`);
  const head = [String(time).slice(11, 19), level, msg, ...facts, ...(requestId ? [requestId] : [])].join(
    " ",
  );
  return `${head}\n${err ? `  ${String(type)}: ${String(message)}\n${String(stack)}\n` : ""}`;
}

/** An error without the values that the messages of databases, parsers, and networks quote. */
function describe(error: unknown, depth = 1): object {
  if (!isError(error)) return { type: typeof error };
  const { name, message, stack = "", cause } = error;
  const { code, digest } = error as { code?: unknown; digest?: unknown };
  const frames = stack
    .replace(message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  const inner = cause && depth < MAX_CAUSES ? { cause: describe(cause, depth + 1) } : {};
  return { type: name, code, digest, message: withoutValues(message), stack: frames.join("\n"), ...inner };
}

export const isError = (error: unknown): error is Error =>
  error instanceof Error || types.isNativeError(error);

/**
 * True for the error of a client that disconnected before its whole request had arrived. The server is not at fault:
 * the line of the request has status 499.
 */
export const isClientGone = (error: unknown): boolean =>
  isError(error) && error.message === "aborted" && (error as NodeJS.ErrnoException).code === "ECONNRESET";

/** A message without the values that it quotes. */
export const withoutValues = (message: string) =>
  message
    .replace(/dup key:.*/s, "dup key")
    .replace(/".*"/gs, '"…"')
    .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, "<url>")
    .replace(/[^\s@<>'`]+@[^\s@<>'`]+/g, "<address>");
