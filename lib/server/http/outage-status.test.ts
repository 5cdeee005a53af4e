import { createServer, STATUS_CODES, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseUnavailable } from "@/lib/db/server-errors";
import { note } from "@/lib/log/request";
import { noteOutage } from "./outage-status";
import { guard } from "./request-guard";

const outage = new DatabaseUnavailable("The database is unreachable.");
const defect = new TypeError("undefined is not a function");

/** What the screens of the test do. They may wait in between, as rendering does. */
const screens: Record<string, (response: ServerResponse) => Promise<void>> = {
  "/friends": async (response) => {
    await wait(1);
    noteOutage(outage);
    response.statusCode = 500;
    response.statusMessage = "Internal Server Error";
    response.end("sorry");
  },
  "/groups": async (response) => {
    noteOutage(outage);
    response.writeHead(500, "Internal Server Error", { "Content-Type": "text/html" }).end("sorry");
  },
  "/activity": async (response) => {
    noteOutage(defect);
    response.writeHead(500).end("sorry");
  },
  "/plan": async (response) => {
    await wait(1);
    note({ refusal: { status: 429, headers: { "Retry-After": "60" } } });
    response.writeHead(200).end("too many");
  },
  "/requests": async (response) => {
    noteOutage(outage);
    response.writeHead(200).end("without counts");
  },
};

const server = createServer(guard((request, response) => void screens[request.url!]!(response)));
let origin: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test.each([
  ["a screen that could not be rendered during an outage", "/friends", 503, "5"],
  ["headers that are written at once", "/groups", 503, "5"],
  ["a defect", "/activity", 500, null],
  ["a screen that says why it was refused", "/plan", 429, "60"],
  ["a screen that does without the database", "/requests", 200, null],
])("%s", async (_, path, status, retryAfter) => {
  const responses = await Promise.all([1, 2].map(() => fetch(origin + path)));
  for (const answer of responses) {
    const { statusText, headers } = answer;
    expect([answer.status, statusText]).toEqual([status, STATUS_CODES[status]]);
    expect(headers.get("retry-after")).toBe(retryAfter);
    expect(await answer.text()).not.toBe("");
  }
});

test("an outage without a request is ignored", () => expect(() => noteOutage(outage)).not.toThrow());
