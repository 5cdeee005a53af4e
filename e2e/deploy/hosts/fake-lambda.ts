import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, resolve } from "node:path";
import { pathOf } from "@/lib/server/http/request-rules";
import { securityHeaders } from "@/lib/server/http/security-headers";
import { freePort } from "@/testing/free-port";
import { install } from "../install";
import { CONTENT_TYPES } from "./content-types";

// Lambda behind API Gateway (payload format 2.0) behind CloudFront with a bucket, as docs/operations/aws.md sets them up,
// on loopback. What it cannot imitate is in that page.

const FUNCTION = ".next/standalone";
const RUNTIME = "lambda-instance.mjs";
type Result = {
  statusCode: number;
  headers: Record<string, string>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
};

const installed = () =>
  install(FUNCTION, "build:standalone", { [RUNTIME]: resolve("e2e/deploy/hosts", RUNTIME) });

/** A process that handles one event at a time and is frozen in between, as an instance of a Lambda function is. */
class Instance {
  private readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  log = "";

  constructor(environment: Record<string, string>) {
    const { file, args, options } = installed().run(RUNTIME, {
      AWS_LAMBDA_FUNCTION_NAME: "evenly",
      ...environment,
    });
    this.child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.log += chunk.toString()));
    this.ready = this.message();
  }

  async handle(event: object): Promise<Result> {
    await this.ready;
    this.child.kill("SIGCONT");
    this.child.send(event);
    const { result, error } = (await this.message()) as { result?: Result; error?: string };
    this.child.kill("SIGSTOP");
    if (!result) throw new Error(`The function failed: ${error}`);
    return result;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exited;
  }

  private async message(): Promise<unknown> {
    const over = new AbortController();
    const ended = once(this.child, "exit", { signal: over.signal }).then(() => {
      throw new Error(`The function has ended. Its log:\n${this.log}`);
    });
    const received = once(this.child, "message").then(([message]) => message as unknown);
    try {
      return await Promise.race([received, ended]);
    } finally {
      over.abort();
      ended.catch(() => undefined);
    }
  }
}

export class FakeLambda {
  /** Those that exist. Further ones are started while all are busy, up to the limit. */
  readonly instances: Instance[] = [];
  private readonly free: Instance[] = [];
  private readonly waiting: ((instance: Instance) => void)[] = [];

  private constructor(
    readonly url: string,
    private readonly http: Server,
    private readonly environment: Record<string, string>,
    private readonly limit: number,
  ) {}

  /**
   * @param environment the function's; AUTH_URL is added
   * @param limit the function's reserved concurrency
   */
  static async start(environment: Record<string, string>, limit = 1): Promise<FakeLambda> {
    installed();
    const http = createServer();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const lambda = new FakeLambda(url, http, { ...environment, AUTH_URL: url }, limit);
    http.on("request", (request: IncomingMessage, response: ServerResponse) => {
      lambda.respond(request, response).catch((error: unknown) => {
        if (http.listening) console.error(error);
        response.writeHead(502).end();
      });
    });
    http.listen(port, "localhost");
    await once(http, "listening");
    return lambda;
  }

  get log(): string {
    return this.instances.map(({ log }) => log).join("");
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    this.http.close();
    for (const instance of this.instances) await instance.end();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "/", headers } = request;
    const path = pathOf(url);
    const file = fileAt(path);
    if (file && ["GET", "HEAD"].includes(method)) {
      response.writeHead(200, {
        ...securityHeaders(path),
        "Cache-Control": path.startsWith("/_next/")
          ? "public,max-age=31536000,immutable"
          : "public,max-age=0,must-revalidate",
        "Content-Type": CONTENT_TYPES[extname(file)] ?? "binary/octet-stream",
      });
      response.end(method === "HEAD" ? undefined : readFileSync(file));
      return;
    }
    const { host, cookie, connection: _, ...others } = headers;
    const event = {
      version: "2.0",
      routeKey: "$default",
      rawPath: path,
      rawQueryString: url.split("?")[1] ?? "",
      ...(cookie && { cookies: cookie.split("; ") }),
      headers: {
        ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
        host: "abcdefghij.execute-api.eu-central-1.amazonaws.com",
        "x-forwarded-for": [headers["x-forwarded-for"], "203.0.113.7"].filter(Boolean).join(", "),
        "x-forwarded-port": "80",
        "x-forwarded-proto": "http",
      },
      requestContext: {
        http: { method, path, protocol: "HTTP/1.1", sourceIp: "203.0.113.7", userAgent: "" },
      },
      body: Buffer.concat(chunks).toString("base64"),
      isBase64Encoded: true,
    };
    const { statusCode, headers: sent, cookies = [], body = "", isBase64Encoded } = await this.invoke(event);
    response.writeHead(statusCode, { ...sent, ...(cookies.length > 0 && { "set-cookie": cookies }) });
    response.end(method === "HEAD" ? undefined : Buffer.from(body, isBase64Encoded ? "base64" : "utf8"));
  }

  private async invoke(event: object): Promise<Result> {
    const instance = await this.acquire();
    try {
      return await instance.handle(event);
    } finally {
      const next = this.waiting.shift();
      if (next) next(instance);
      else this.free.push(instance);
    }
  }

  private acquire(): Instance | Promise<Instance> {
    const free = this.free.pop();
    if (free) return free;
    if (this.instances.length >= this.limit) return new Promise((resolve) => this.waiting.push(resolve));
    const fresh = new Instance(this.environment);
    this.instances.push(fresh);
    return fresh;
  }
}

/** The file of the bucket at this path, if there is one. */
function fileAt(path: string): string | undefined {
  if (path.includes("..")) return undefined;
  const file = resolve(
    path.startsWith("/_next/static/") ? `.next/${path.slice("/_next/".length)}` : `public${path}`,
  );
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}
