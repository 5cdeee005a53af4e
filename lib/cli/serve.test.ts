import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { promisify } from "node:util";
import { newServer } from "./serve.mjs";

let server: Server;

beforeEach(async () => {
  server = newServer((_, response) => void response.end("served"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

async function ask(path: string, headers: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: evenly.test\r\n${headers}\r\n`);
  await once(socket, "close");
  return answer;
}

const UPGRADES = ["websocket", "h2c", "anything"];

test("an upgrade is answered by closing the connection, from the first request on", async () => {
  const asked = Array.from({ length: 60 }, (_, index) =>
    ask("/x.png", `Connection: Upgrade\r\nUpgrade: ${UPGRADES[index % UPGRADES.length]}\r\n`),
  );
  expect(new Set(await Promise.all(asked))).toEqual(new Set([""]));
  expect(await promisify(server.getConnections.bind(server))()).toBe(0);
});

test("other requests are served", async () => {
  expect(await ask("/", "Connection: close\r\n")).toContain("served");
});

test("requests that do not arrive in time are looked for every 2 seconds", () => {
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
  });
});
