import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "./support/fixtures";
import { memoryOf } from "./support/memory";
import { DEMO_EMAIL } from "./support/screens";
import { signIn } from "./support/actor";
import type { AppServer } from "./support/server";

// Clients that send too much: the server's memory stays bounded, and it serves everyone else.

const HELD = 120;
const BODY_BYTES = 9 * 1024 * 1024;
const MAX_MEGABYTES = 300;
const chunk = Buffer.alloc(64 * 1024, "x");

/** Sends the headers and nearly all of a body, keeps the connection open, and stops if the server accepts no more. */
async function hold(server: AppServer, head: string, framed: (part: Buffer) => Buffer): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), "localhost");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.resume();
  socket.write(`${head}Host: ${new URL(server.url).host}\r\nContent-Type: application/json\r\n\r\n`);
  for (let sent = 0; sent < BODY_BYTES && !socket.destroyed; sent += chunk.length) {
    if (!socket.write(framed(chunk)) && !(await drained(socket))) break;
  }
  return socket;
}

/** Whether the server keeps reading. */
async function drained(socket: Socket): Promise<boolean> {
  const more = once(socket, "drain").then(
    () => true,
    () => false,
  );
  return Promise.race([more, wait(2_000, false)]);
}

const chunked = (part: Buffer) =>
  Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]);
const announced = `Content-Length: ${BODY_BYTES + 1}\r\n`;
const bodies: [string, (cookie: string) => string, (part: Buffer) => Buffer][] = [
  ["calls", (cookie) => `POST /api/expenses HTTP/1.1\r\nCookie: ${cookie}\r\n${announced}`, (part) => part],
  ["forms", (cookie) => `POST /account HTTP/1.1\r\nCookie: ${cookie}\r\n${announced}`, (part) => part],
  [
    "calls that do not say how long they are",
    (cookie) => `POST /api/expenses HTTP/1.1\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\n`,
    chunked,
  ],
  [
    "forms that do not say how long they are",
    (cookie) => `POST /account HTTP/1.1\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\n`,
    chunked,
  ],
  [
    "sign-ins that do not say how long they are",
    () => "POST /api/auth/callback/demo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n",
    chunked,
  ],
];

for (const [what, head, framed] of bodies) {
  test(`${HELD} held bodies of 9 MB do not exhaust memory: ${what}`, async ({ startServer, newContext }) => {
    const server = await startServer();
    const ana = await signIn(await newContext(), server.url, DEMO_EMAIL);
    const cookie = (await ana.context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    let highest = 0;
    const { pid = 0 } = server;
    const watch = setInterval(() => (highest = Math.max(highest, memoryOf(pid))), 200);
    try {
      const held = Array.from({ length: HELD }, () => hold(server, head(cookie), framed));
      const sockets = await Promise.all(held);
      expect((await ana.fetch("GET", "/api/groups")).status()).toBe(200);
      await wait(500);
      for (const socket of sockets) socket.destroy();
    } finally {
      clearInterval(watch);
    }
    expect(highest).toBeGreaterThan(0);
    expect(highest, "megabytes").toBeLessThan(MAX_MEGABYTES);
  });
}

test("600 sign-ins from one address get 429; another address can still sign in", async ({ startServer }) => {
  const server = await startServer({ TRUSTED_PROXIES: "1", DEMO: "1" });
  const csrf = await fetch(`${server.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const signInFrom = async (address: string) => {
    const response = await fetch(`${server.url}/api/auth/callback/demo`, {
      method: "POST",
      headers: { cookie, "X-Forwarded-For": address, Origin: server.url },
      body: new URLSearchParams({ csrfToken, email: "mallory@demo.test" }),
      redirect: "manual",
    });
    await response.arrayBuffer();
    return response;
  };
  const statuses: number[] = [];
  let last: Response | undefined;
  for (let round = 0; round < 60; round++) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => signInFrom("203.0.113.7")));
    statuses.push(...responses.map(({ status }) => status));
    last = responses.at(-1);
  }
  expect(statuses.filter((status) => status === 302)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(300);
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  const other = await signInFrom("203.0.113.8");
  expect([other.status, other.headers.getSetCookie().join()]).toEqual([
    302,
    expect.stringContaining("authjs.session-token="),
  ]);
});

test("800 upgrades leave no connection, and do not count against the address that they name", async ({
  startServer,
}) => {
  const server = await startServer({ TRUSTED_PROXIES: "1", DEMO: "1" });
  const { port, host } = new URL(server.url);
  const open = () => readdirSync(`/proc/${server.pid}/fd`).length;
  const before = process.platform === "linux" ? open() : 0;
  const upgrade = async (index: number) => {
    const socket = connect(Number(port), "localhost");
    socket.on("error", () => undefined);
    const path = index % 2 ? "/" : "/x.png";
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        "X-Forwarded-For: 203.0.113.7\r\n\r\n",
    );
    socket.resume();
    await once(socket, "close");
  };
  for (let round = 0; round < 40; round++)
    await Promise.all(Array.from({ length: 20 }, (_, index) => upgrade(index)));
  const health = () => fetch(`${server.url}/api/health`, { headers: { "X-Forwarded-For": "203.0.113.7" } });
  expect((await health()).status).toBe(200);
  if (process.platform === "linux") expect(open()).toBeLessThan(before + 50);
});
