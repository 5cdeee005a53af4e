import { once } from "node:events";
import net from "node:net";
import { decode, encode } from "../query/codec";
import { addressOf, rawConnection, startTestServer } from "../testing/test-server";

describe("clients that violate the protocol", () => {
  function message(opcode: number, body: Buffer, length = 16 + body.length): Buffer {
    const head = Buffer.alloc(16);
    head.writeInt32LE(length, 0);
    head.writeInt32LE(1, 4);
    head.writeInt32LE(opcode, 12);
    return Buffer.concat([head, body]);
  }

  function nested(depth: number): Buffer {
    // Nested documents: {a: {a: …}}, 8 bytes per level, written from the inside out.
    const size = 5 + depth * 8;
    const bytes = Buffer.alloc(size);
    for (let level = 0; level < depth; level += 1) {
      bytes.writeInt32LE(size - level * 8, level * 7);
      bytes[level * 7 + 4] = 3;
      bytes[level * 7 + 5] = 97;
    }
    bytes.writeInt32LE(5, depth * 7);
    return bytes;
  }

  const hostile: [string, Buffer][] = [
    ["garbage", Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")],
    ["random bytes", Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 197 + 31) % 256))],
    ["a header that says 60 MB", message(2013, Buffer.alloc(16), 60_000_000)],
    ["a header that says less than itself", message(2013, Buffer.alloc(16), 3)],
    ["a negative length", message(2013, Buffer.alloc(16), -1)],
    ["an unknown opcode", message(9999, Buffer.alloc(16))],
    ["an empty message", message(2013, Buffer.alloc(0))],
    ["unknown flags", message(2013, Buffer.from([0x40, 0, 0, 0, 0, 5, 0, 0, 0, 0]))],
    ["an unknown section", message(2013, Buffer.from([0, 0, 0, 0, 9, 5, 0, 0, 0, 0]))],
    ["a document longer than its message", message(2013, Buffer.from([0, 0, 0, 0, 0, 99, 0, 0, 0, 0]))],
    [
      "a document that is no BSON",
      message(2013, Buffer.from([0, 0, 0, 0, 0, 12, 0, 0, 0, 77, 1, 2, 3, 4, 5, 6, 0])),
    ],
    ["a query without a name", message(2004, Buffer.alloc(8, 1))],
    ["a hundred thousand nested documents", message(2013, Buffer.concat([Buffer.alloc(5), nested(100_000)]))],
  ];

  test.each(hostile)("%s: is disconnected or refused, without affecting others", async (_what, bytes) => {
    const server = await startTestServer();
    const address = addressOf(server.server.uri);
    const items = server.client.db("t").collection("items");
    await items.insertOne({ n: 1 });
    const socket = net.connect(decodeURIComponent(address));
    const ended = new Promise<string>((resolve) => {
      socket.on("error", () => undefined);
      socket.on("data", () => resolve("answered"));
      socket.on("close", () => resolve("cut off"));
    });
    socket.write(bytes);
    expect(["cut off", "answered"]).toContain(await ended);
    socket.destroy();
    expect(await items.countDocuments()).toBe(1);
    await server.stop();
  });

  test("an incomplete message harms nobody, and a disconnect undoes nothing of others", async () => {
    const server = await startTestServer();
    const address = addressOf(server.server.uri);
    const half = net.connect(decodeURIComponent(address));
    half.write(message(2013, Buffer.alloc(10), 1000));
    const items = server.client.db("t").collection("items");
    await items.insertOne({ n: 1 });
    half.destroy();
    await items.insertOne({ n: 2 });
    expect(await items.countDocuments()).toBe(2);
    await server.stop();
  });
});

test("documents that are both a field and a sequence are refused", async () => {
  const { server, client, stop } = await startTestServer();
  const name = Buffer.from("documents\0");
  const documents = encode({ _id: 1 });
  const head = Buffer.alloc(21);
  head.writeInt32LE(2013, 12);
  const sequence = Buffer.alloc(5);
  sequence.writeInt8(1, 0);
  sequence.writeInt32LE(4 + name.length + documents.length, 1);
  const body = encode({ insert: "items", documents: [], $db: "t" });
  const message = Buffer.concat([head, body, sequence, name, documents]);
  message.writeInt32LE(message.length, 0);
  const { socket } = rawConnection(server.uri);
  socket.write(message);
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(decode(answer.subarray(21))).toMatchObject({ ok: 0, codeName: "FailedToParse" });
  expect(await client.db("t").collection("items").countDocuments()).toBe(0);
  socket.destroy();
  await stop();
});

test("an answer that is too large is an error, and the connection serves on", async () => {
  const { server, client, stop } = await startTestServer();
  const texts = Array.from({ length: 20 }, (_, at) => ({ text: String(at).padEnd(1_000_000, "x") }));
  await client.db("t").collection("items").insertMany(texts);
  const { socket, send } = rawConnection(server.uri);
  expect(await send({ distinct: "items", key: "text" })).toMatchObject({ ok: 0, code: 1 });
  expect(await send({ count: "items" })).toMatchObject({ n: 20 });
  socket.destroy();
  await stop();
});
