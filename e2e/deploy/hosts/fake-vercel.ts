import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { dirname, extname, join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort } from "@/testing/free-port";
import { install } from "../install";
import { CONTENT_TYPES } from "./content-types";
import { headersOfHit, route, type Config, type Routed } from "./vercel-routes";

// Vercel, on loopback: its proxy, which follows the routes that its builder wrote, the static files, and the functions with
// Vercel's own launchers. What it cannot imitate is in docs/operations/vercel.md.

const OUTPUT = resolve(".vercel/output");
const RUNTIME = "vercel-instance.mjs";
const CLIENT = "203.0.113.7";

type Headers = Record<string, string | string[] | undefined>;
type Asked = { method: string; url: string; headers: Headers; body: Buffer };

/** A function, with nothing but its own files. */
class VercelFunction {
  private readonly child: ChildProcess;
  private readonly port: Promise<number>;
  log = "";

  constructor(source: string, environment: Record<string, string>) {
    const { handler, filePathMap, useWebApi } = JSON.parse(
      readFileSync(join(source, ".vc-config.json"), "utf8"),
    ) as { handler: string; filePathMap: Record<string, string>; useWebApi?: boolean };
    const runtime = resolve("e2e/deploy/hosts", RUNTIME);
    const { file, args, options } = install(source, "build:vercel", {
      ...filePathMap,
      [RUNTIME]: runtime,
    }).run(RUNTIME, { VERCEL: "1", VERCEL_REGION: "iad1", ...environment }, [
      handler,
      useWebApi ? "web" : "node",
    ]);
    this.child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.log += chunk.toString()));
    const ended = once(this.child, "exit").then(() =>
      Promise.reject(new Error(`It has ended.\n${this.log}`)),
    );
    this.port = Promise.race([once(this.child, "message").then(([port]) => port as number), ended]);
    this.port.catch(() => undefined);
  }

  async ask({ method, url, headers, body }: Asked): Promise<IncomingMessage> {
    const path = url;
    const request = send({
      host: "localhost",
      port: await this.port,
      method,
      path,
      headers: headers as never,
    });
    request.end(body);
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    return answer;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exited;
  }
}

export class FakeVercel {
  private readonly functions = new Map<string, VercelFunction>();
  private readonly config = JSON.parse(readFileSync(join(OUTPUT, "config.json"), "utf8")) as Config;

  private constructor(
    readonly url: string,
    private readonly http: Server,
    private readonly environment: Record<string, string>,
  ) {}

  /** @param environment the project's variables; AUTH_URL is added */
  static async start(environment: Record<string, string>): Promise<FakeVercel> {
    if (!existsSync(OUTPUT)) throw new Error("There is no output to test: run `npm run build:vercel` first.");
    const http = createServer();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const vercel = new FakeVercel(url, http, { ...environment, AUTH_URL: url });
    http.on("request", (request: IncomingMessage, response: ServerResponse) => {
      vercel.respond(request, response).catch((error: unknown) => {
        if (http.listening) console.error(error);
        response.destroy();
      });
    });
    http.listen(port, "localhost");
    await once(http, "listening");
    return vercel;
  }

  get log(): string {
    return [...this.functions.values()].map(({ log }) => log).join("");
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    this.http.close();
    for (const each of this.functions.values()) await each.end();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "/" } = request;
    const { connection: _, "transfer-encoding": __, ...received } = request.headers;
    const asked: Asked = {
      method,
      url,
      // Vercel replaces what the client says of itself.
      headers: {
        ...received,
        "x-forwarded-for": CLIENT,
        "x-vercel-forwarded-for": CLIENT,
        "x-real-ip": CLIENT,
        "x-forwarded-host": received.host,
        "x-forwarded-proto": "http",
      },
      body: await buffer(request),
    };
    const routed = await route(
      this.config,
      { method, url, headers: asked.headers },
      {
        exists: (path) => this.fileAt(path) !== null || functionAt(path) !== null,
        runMiddleware: (name, to) => this.runMiddleware(name, asked, to, response),
      },
    );
    if (routed) await this.serve(routed, asked, response);
  }

  private async serve(routed: Routed, asked: Asked, response: ServerResponse): Promise<void> {
    const { path, query, status, headers } = routed;
    if (headers.location) return void response.writeHead(status!, headers).end();
    const file = this.fileAt(path);
    if (file) {
      if (!["GET", "HEAD"].includes(asked.method)) return void response.writeHead(405).end();
      const type = {
        "content-type": file.contentType,
        "cache-control": "public, max-age=0, must-revalidate",
      };
      response.writeHead(status ?? 200, { ...type, ...headersOfHit(this.config, routed) });
      return void response.end(asked.method === "HEAD" ? undefined : readFileSync(file.name));
    }
    const source = functionAt(path)!;
    const search = query.size > 0 ? `?${query}` : "";
    const answer = await this.functionOf(source).ask({
      ...asked,
      url: asked.url.split("?")[0] + search,
      headers: { ...asked.headers, "x-matched-path": path },
    });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    forward(answer, response, status);
  }

  /** @returns false if it has answered the request itself */
  private async runMiddleware(name: string, asked: Asked, routed: Routed, response: ServerResponse) {
    const answer = await this.functionOf(functionAt(name)!).ask(asked);
    if (answer.headers["x-middleware-next"] !== "1") {
      for (const [key, value] of Object.entries(routed.headers)) response.setHeader(key, value);
      forward(answer, response);
      return false;
    }
    answer.resume();
    const overridden = answer.headers["x-middleware-override-headers"];
    if (overridden) {
      const names = String(overridden).split(",");
      asked.headers = Object.fromEntries(
        names.map((key) => [key, answer.headers[`x-middleware-request-${key}`] ?? asked.headers[key]]),
      );
    }
    for (const [key, value] of Object.entries(answer.headers)) {
      if (key === "set-cookie") response.setHeader(key, value!);
      else if (!key.startsWith("x-middleware-") && !OF_CONNECTION.includes(key))
        routed.headers[key] = String(value);
    }
    return true;
  }

  private functionOf(source: string): VercelFunction {
    const known = this.functions.get(source);
    if (known) return known;
    const fresh = new VercelFunction(source, this.environment);
    this.functions.set(source, fresh);
    return fresh;
  }

  private fileAt(path: string): { name: string; contentType: string } | null {
    if (path.includes("..")) return null;
    const prerendered = prerenderedAt(path);
    if (prerendered) return prerendered;
    const name = join(OUTPUT, "static", path);
    if (!statSync(name, { throwIfNoEntry: false })?.isFile()) return null;
    const { contentType } = this.config.overrides?.[path.slice(1)] ?? {};
    return { name, contentType: contentType ?? CONTENT_TYPES[extname(path)] ?? "application/octet-stream" };
  }
}

const OF_CONNECTION = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/** Sends a function's answer; its headers win over those that are set. */
function forward(answer: IncomingMessage, response: ServerResponse, status = answer.statusCode!): void {
  for (const [name, value] of Object.entries(answer.headers)) {
    if (["connection", "keep-alive", "transfer-encoding"].includes(name)) continue;
    const earlier = name === "set-cookie" ? ((response.getHeader(name) as string[] | undefined) ?? []) : [];
    response.setHeader(name, name === "set-cookie" ? [...earlier, ...(value as string[])] : value!);
  }
  response.statusCode = status;
  answer.pipe(response);
}

/** The folder of the function at this path: many are links to one. */
function functionAt(path: string): string | null {
  const folder = join(OUTPUT, "functions", `${path === "/" ? "/index" : path}.func`);
  return existsSync(folder) ? realpathSync(folder) : null;
}

/** What the builder has rendered for a function that never changes. */
function prerenderedAt(path: string): { name: string; contentType: string } | null {
  const config = join(OUTPUT, "functions", `${path}.prerender-config.json`);
  if (!existsSync(config)) return null;
  const { fallback } = JSON.parse(readFileSync(config, "utf8")) as {
    fallback: { fsPath: string; contentType: string };
  };
  return { name: join(dirname(config), fallback.fsPath), contentType: fallback.contentType };
}
