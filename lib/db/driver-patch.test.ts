import net, { type Socket } from "node:net";
import { MongoClient, MongoNetworkError } from "mongodb";
import "./driver-patch";
import { cleanUp, newDir, open } from "./embedded/testing/processes";

afterAll(cleanUp);

test("commands on sockets that were just destroyed fail, and the client recovers", async () => {
  const sockets: Socket[] = [];
  const connect = net.createConnection.bind(net) as (...args: unknown[]) => Socket;
  jest.spyOn(net, "createConnection").mockImplementation((...args: unknown[]) => {
    const socket = connect(...args);
    sockets.push(socket);
    return socket;
  });
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
