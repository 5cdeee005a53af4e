import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { drainable } from "./drain";

let server: Server;
let drain: ReturnType<typeof drainable>;
/** Responses that wait until the test releases them. */
let held: (() => void)[];

beforeEach(async () => {
  held = [];
  server = createServer((asked, response) => {
    if (asked.url === "/held") held.push(() => response.end("served"));
    else response.end("served");
  });
  drain = drainable(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => server.closeAllConnections());

/** Sends one request. Resolves with the Connection header of the response. */
function ask(agent: Agent, path = "/"): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo;
  return askAt(port, agent, path);
}

function askAt(port: number, agent: Agent, path = "/"): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", path, agent }, (response) => {
      response.resume().on("end", () => resolve(response.headers.connection));
    })
      .on("error", reject)
      .end();
  });
}

const newClient = () => new Agent({ keepAlive: true, maxSockets: 1 });

test("eight keep-alive clients lose no request: each hears that its connection closes", async () => {
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: 8 }, newClient);
  await Promise.all(clients.map((client) => ask(client)));
  const stopped = drain();
  const last = clients.map(async (client) => {
    // Each is idle when the server stops, and sends its next request only then.
    await turn();
    return askAt(port, client);
  });
  expect(await Promise.all(last)).toEqual(Array(8).fill("close"));
  await stopped;
});

test("an answer that was being made says so as well", async () => {
  const client = newClient();
  const response = ask(client, "/held");
  await once(server, "request");
  const stopped = drain();
  held.forEach((release) => release());
  expect(await response).toBe("close");
  await stopped;
});

test("idle connections and answers that never come do not hold the server up", async () => {
  const idle = newClient();
  await ask(idle);
  await drain({ graceMs: 1, limitMs: 60_000 });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stuck = ask(newClient(), "/held").catch((error: Error) => error.message);
  await once(server, "request");
  await drain({ graceMs: 1, limitMs: 50 });
  server.closeAllConnections();
  expect(await stuck).toMatch(/socket hang up|ECONNRESET/);
});

test("without connections, it ends at once", async () => {
  await drain({ graceMs: 60_000, limitMs: 60_000 });
});
