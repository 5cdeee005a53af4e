import type { IncomingHttpHeaders } from "node:http";

// How Vercel's proxy finds what answers a request: the routes of .vercel/output/config.json, phase by phase.
// https://vercel.com/docs/build-output-api/v3/configuration#routes

type Condition = { type: string; key: string; value?: string };

type Route = {
  /** Begins a phase. */
  handle?: string;
  src?: string;
  dest?: string;
  headers?: Record<string, string>;
  methods?: string[];
  status?: number;
  continue?: boolean;
  /** The file system is asked again. */
  check?: boolean;
  has?: Condition[];
  missing?: Condition[];
  middlewarePath?: string;
  transforms?: { type: string; op: string; target: { key: string }; args: string }[];
};

export type Config = { routes: Route[]; overrides?: Record<string, { path?: string; contentType?: string }> };

/** What a request has become on its way through the routes. */
export type Routed = {
  path: string;
  query: URLSearchParams;
  status: number | undefined;
  /** Headers of the response. */
  headers: Record<string, string>;
};

type Handlers = {
  /** True if a file or a function is at this path. */
  exists: (path: string) => boolean;
  /** Runs a middleware. @returns false if it has answered the request itself */
  runMiddleware: (name: string, routed: Routed) => Promise<boolean>;
};

/** @returns what to answer with; null if a middleware has answered */
export async function route(
  { routes }: Config,
  { method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders },
  { exists, runMiddleware }: Handlers,
): Promise<Routed | null> {
  const [path = "/", query = ""] = url.split("?");
  const routed: Routed = { path, query: new URLSearchParams(query), status: undefined, headers: {} };
  const applies = (entry: Route) => {
    const match = new RegExp(`^(?:${entry.src})$`).exec(routed.path);
    if (!match || (entry.methods && !entry.methods.includes(method))) return null;
    const has = ({ type, key, value }: Condition) =>
      type === "header" &&
      headers[key] !== undefined &&
      (value === undefined || new RegExp(`^(?:${value})$`).test(String(headers[key])));
    return (entry.has ?? []).every(has) && !(entry.missing ?? []).some(has) ? match : null;
  };
  /** @returns true if the request has arrived, null if a middleware has answered it */
  const run = async (phase: string | undefined): Promise<boolean | null> => {
    for (const entry of phaseOf(routes, phase)) {
      const match = applies(entry);
      if (!match) continue;
      if (entry.middlewarePath) {
        if (!(await runMiddleware(entry.middlewarePath, routed))) return null;
        continue;
      }
      // A route that only adds headers to the request ends nothing.
      for (const { target, args } of entry.transforms ?? []) headers[target.key] = args;
      if (entry.transforms) continue;
      for (const [name, value] of Object.entries(entry.headers ?? {}))
        routed.headers[name.toLowerCase()] = filled(value, match);
      routed.status = entry.status ?? routed.status;
      if (entry.dest) go(routed, filled(entry.dest, match));
      if (entry.check && exists(routed.path)) return true;
      if (!entry.continue && !entry.check) return false;
      if (routed.headers.location) return true;
    }
    return false;
  };
  for (const phase of [undefined, "filesystem", "miss", "rewrite"]) {
    if (phase === "filesystem" && exists(routed.path)) return routed;
    const arrived = await run(phase);
    if (arrived === null) return null;
    if (arrived) return routed;
  }
  routed.status = 404;
  await run("error");
  return routed;
}

/** The headers of a file or function that is sent. */
export function headersOfHit({ routes }: Config, { path, headers }: Routed): Record<string, string> {
  const all = { ...headers };
  for (const { src, headers: more = {} } of phaseOf(routes, "hit")) {
    const match = new RegExp(`^(?:${src})$`).exec(path);
    if (match)
      for (const [name, value] of Object.entries(more)) all[name.toLowerCase()] = filled(value, match);
  }
  return all;
}

function phaseOf(routes: readonly Route[], name: string | undefined): Route[] {
  const start = name === undefined ? 0 : routes.findIndex(({ handle }) => handle === name) + 1;
  const length = routes.slice(start).findIndex(({ handle }) => handle !== undefined);
  return routes.slice(start, length < 0 ? undefined : start + length);
}

const filled = (text: string, { groups = {}, ...match }: RegExpExecArray) =>
  text.replace(/\$(\w+)/g, (_, name: string) => groups[name] ?? match[Number(name)] ?? "");

function go(routed: Routed, dest: string): void {
  const [path = "/", query = ""] = dest.split("?");
  routed.path = path;
  for (const pair of query.split("&").filter(Boolean)) {
    const [name = "", value = ""] = pair.split("=");
    routed.query.set(name, decodeURIComponent(value));
  }
}
