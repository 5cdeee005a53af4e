import net, { type Socket } from "node:net";
import { MongoClient, MongoNetworkError } from "mongodb";
import "./driver-patch";
import { cleanUp, newDir, open } from "@/packages/embedded-mongodb/src/testing/processes";

afterAll(cleanUp);
afterEach(() => jest.restoreAllMocks());

/** Every connection that the driver opens from now on. */
function collectSockets(): Socket[] {
  const sockets: Socket[] = [];
  const connect = net.createConnection.bind(net) as (...args: unknown[]) => Socket;
  jest.spyOn(net, "createConnection").mockImplementation((...args: unknown[]) => {
    const socket = connect(...args);
    sockets.push(socket);
    return socket;
  });
  return sockets;
}

test("commands on sockets that were just destroyed fail, and the client recovers", async () => {
  const sockets = collectSockets();
  const { uri } = await open(await newDir());
  const client = new MongoClient(uri, { heartbeatFrequencyMS: 500, serverSelectionTimeoutMS: 5_000 });
  const items = client.db("t").collection<{ _id: number }>("items");
  await items.insertOne({ _id: 1 });
  // The monitor's socket, too: the failed command makes the monitor check the server at once.
  for (const socket of sockets) socket.destroy();
  await expect(items.insertOne({ _id: 2 })).rejects.toThrow(MongoNetworkError);
  await items.insertOne({ _id: 3 });
  expect(await items.countDocuments()).toBe(2);
  await client.close();
});

test("a query on a connection that the server has closed is repeated on another one", async () => {
  const sockets = collectSockets();
  const { uri } = await open(await newDir());
  // The driver does not end its wait for a server before this, which holds up the end of the process.
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  const items = client.db("t").collection<{ _id: number }>("items");
  await items.insertOne({ _id: 1 });
  for (const socket of sockets) {
    // As Node.js does between the events "end" and "close".
    socket.write = () => {
      const ended = Object.assign(new Error("This socket has been ended by the other party"), {
        code: "EPIPE",
      });
      process.nextTick(() => socket.destroy(ended));
      return false;
    };
  }
  try {
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1 });
  } finally {
    await client.close();
  }
});
