import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import path from "node:path";
import { MongoClient } from "mongodb";
import { startEmbedded } from ".";
import { makeDataDir, startTestServer } from "./testing";

const root = path.resolve(__dirname, "../../..");
const child = path.join(__dirname, "testing-child.ts");
const nodeArgs = ["--conditions=react-server", "--import", "tsx", child];
const sentence = /^[A-Z][^\n]*\.$/;

const folders: string[] = [];
const children: ChildProcess[] = [];
async function newDir(): Promise<string> {
  const folder = await makeDataDir();
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const each of children) each.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function failureOf(dataDir: string, port?: number): Promise<string> {
  try {
    await (await startEmbedded({ dataDir, port })).close();
    return "opened";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A data directory with some documents in it, closed. */
async function filledDir(): Promise<string> {
  const dataDir = await newDir();
  const server = await startEmbedded({ dataDir });
  const client = new MongoClient(server.uri);
  const items = client.db("t").collection<{ _id: number; text: string; big?: string }>("items");
  await items.createIndex({ text: 1 });
  await items.insertMany(Array.from({ length: 3000 }, (_, index) => ({ _id: index, text: `text ${index}` })));
  await items.insertOne({ _id: -1, text: "big", big: "x".repeat(100_000) });
  await client.close();
  await server.close();
  return dataDir;
}

async function countIn(dataDir: string): Promise<number> {
  const server = await startEmbedded({ dataDir });
  const client = new MongoClient(server.uri);
  const all = await client.db("t").collection("items").find().toArray();
  expect(await client.db("t").command({ validate: "items" })).toMatchObject({ valid: true });
  await client.close();
  await server.close();
  return all.length;
}

describe("a data file that is not whole", () => {
  let dataDir: string;
  let file: string;
  let whole: Buffer;
  beforeAll(async () => {
    dataDir = await filledDir();
    file = path.join(dataDir, "data.mdb");
    whole = readFileSync(file);
  });

  const used = () =>
    Math.max(...[0, 4096].map((meta) => Number(whole.readBigUInt64LE(meta + 24 + 24 + 96)))) + 1;

  test.each([
    ["its beginning overwritten", () => Buffer.concat([Buffer.alloc(8192, 7), whole.subarray(8192)])],
    ["text in its place", () => Buffer.from("this is no database\n".repeat(1000))],
    ["cut off in the middle", () => whole.subarray(0, 4096 * Math.floor(used() / 2))],
    ["cut off within its first page", () => whole.subarray(0, 1000)],
    [
      "its middle zeroed",
      () =>
        Buffer.concat([
          whole.subarray(0, 8192),
          Buffer.alloc(used() * 4096 - 8192),
          whole.subarray(used() * 4096),
        ]),
    ],
    [
      "random bytes over its pages",
      () => Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(used() * 4096 - 8192, 0xa5)]),
    ],
  ])("%s: one clear sentence, and it works again with the file put back", async (_what, damage) => {
    writeFileSync(file, damage());
    const message = await failureOf(dataDir);
    expect(message).toMatch(sentence);
    expect(message).toContain(file);
    writeFileSync(file, whole);
    expect(await countIn(dataDir)).toBe(3001);
  });

  test("what was not yet committed at its end may be missing", async () => {
    truncateSync(file, used() * 4096);
    expect(await countIn(dataDir)).toBe(3001);
  });

  test("an empty file is a fresh start", async () => {
    const fresh = await newDir();
    writeFileSync(path.join(fresh, "data.mdb"), "");
    expect(await failureOf(fresh)).toBe("opened");
  });
});

describe("a directory that cannot be used", () => {
  test("a file in its place", async () => {
    const folder = await newDir();
    writeFileSync(path.join(folder, "taken"), "");
    expect(await failureOf(path.join(folder, "taken"))).toMatch(sentence);
    expect(await failureOf(path.join(folder, "taken", "below"))).toMatch(sentence);
  });

  test("the folder of another database server", async () => {
    const folder = await newDir();
    writeFileSync(path.join(folder, "WiredTiger"), "");
    expect(await failureOf(folder)).toMatch(/belongs to another database server/);
    rmSync(path.join(folder, "WiredTiger"));
    expect(await failureOf(folder)).toBe("opened");
  });

  test("an LMDB file of another program", async () => {
    const folder = await newDir();
    const { open } = await import("lmdb");
    const foreign = open({ path: path.join(folder, "data.mdb"), encoding: "binary", keyEncoding: "binary" });
    await foreign.put(Buffer.from([9, 9]), Buffer.from("theirs"));
    await foreign.close();
    expect(await failureOf(folder)).toMatch(/was not made by Evenly/);
  });

  // Root may write everywhere: there the test runs the program as nobody.
  test("no permission to write", async () => {
    const folder = path.join(await newDir(), "locked");
    mkdirSync(folder);
    chmodSync(path.dirname(folder), 0o755);
    chmodSync(folder, 0o555);
    const asNobody =
      process.getuid?.() === 0
        ? { uid: 65534, gid: 65534, env: { ...process.env, HOME: "/tmp", TMPDIR: "/tmp" } }
        : {};
    const run = spawnSync(process.execPath, [...nodeArgs, "open", folder], {
      cwd: root,
      encoding: "utf8",
      ...asNobody,
    });
    expect(run.stdout.trim()).toMatch(/^There is no permission to write in the data directory .*\.$/);
    if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
    chmodSync(folder, 0o755);
    const again = spawnSync(process.execPath, [...nodeArgs, "open", folder], {
      cwd: root,
      encoding: "utf8",
      ...asNobody,
    });
    expect(again.stdout.trim()).toBe("opened");
  });

  test("a port in use", async () => {
    const blocker = net.createServer();
    await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
    const { port } = blocker.address() as net.AddressInfo;
    const folder = await newDir();
    expect(await failureOf(folder, port)).toMatch(new RegExp(`^Port ${port} is in use`));
    await new Promise((resolve) => blocker.close(resolve));
    expect(await failureOf(folder, port)).toBe("opened");
  });
});

const limited = process.platform === "win32" ? [] : ["a file size limit, as a full disk"];
describe.each(limited)("%s", () => {
  test("one clear sentence, nothing acknowledged is lost, and it goes on once there is room", async () => {
    const folder = await newDir();
    // 6 MB; the signal that would end the process is ignored, so that the write itself fails.
    const command = `trap '' XFSZ; ulimit -f 6144; exec "$0" "$@"`;
    const run = spawnSync("bash", ["-c", command, process.execPath, ...nodeArgs, "fill", folder], {
      cwd: root,
      encoding: "utf8",
    });
    const outcome = JSON.parse(run.stdout) as {
      acknowledged: number;
      failure: string;
      read: number;
      again: string;
    };
    expect(outcome.failure).toMatch(/^The disk is full/);
    expect(outcome.again).toMatch(/^The disk is full/);
    expect(outcome.acknowledged).toBeGreaterThan(50);
    expect(outcome.read).toBe(outcome.acknowledged);
    expect(await countIn(folder)).toBe(outcome.acknowledged);
    const server = await startEmbedded({ dataDir: folder });
    const client = new MongoClient(server.uri);
    await client.db("t").collection<{ _id: number }>("items").insertOne({ _id: -5 });
    await client.close();
    await server.close();
    expect(await countIn(folder)).toBe(outcome.acknowledged + 1);
  });
});

test("a second process joins the first, and takes over when that is killed", async () => {
  const folder = await newDir();
  const first = spawn(process.execPath, [...nodeArgs, "hold", folder], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(first);
  await new Promise((resolve) => first.stdout.once("data", resolve));
  const server = await startEmbedded({ dataDir: folder });
  const port = await startEmbedded({ dataDir: folder, port: 0 });
  const client = new MongoClient(server.uri);
  const other = new MongoClient(port.uri);
  const items = client.db("t").collection<{ _id: number }>("items");
  expect(await items.find().toArray()).toEqual([{ _id: 0 }]);
  await other.db("t").collection<{ _id: number }>("items").insertOne({ _id: 1 });
  expect(await items.countDocuments()).toBe(2);
  first.kill("SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 200));
  await items.insertOne({ _id: 2 });
  expect(await other.db("t").collection("items").countDocuments()).toBe(3);
  await Promise.all([client.close(), other.close()]);
  // The dead process's socket is gone, and nobody else may read the data.
  expect(readdirSync(folder).filter((name) => name.endsWith(".sock"))).toHaveLength(1);
  expect(statSync(path.join(folder, "data.mdb")).mode & 0o077).toBe(0);
  await port.close();
  await server.close();
  expect(await countIn(folder)).toBe(3);
});

test("many processes that start at once agree on one", async () => {
  const folder = await newDir();
  const starters = Array.from({ length: 3 }, () => {
    const process_ = spawn(process.execPath, [...nodeArgs, "open", folder], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(process_);
    return new Promise<string>((resolve) => {
      let text = "";
      process_.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
      process_.on("close", () => resolve(text.trim()));
    });
  });
  expect(await Promise.all(starters)).toEqual(["opened", "opened", "opened"]);
  expect(statSync(path.join(folder, "data.mdb")).size).toBeGreaterThan(0);
});

describe("clients that break the protocol", () => {
  function message(opcode: number, body: Buffer, length = 16 + body.length): Buffer {
    const head = Buffer.alloc(16);
    head.writeInt32LE(length, 0);
    head.writeInt32LE(1, 4);
    head.writeInt32LE(opcode, 12);
    return Buffer.concat([head, body]);
  }

  function nested(depth: number): Buffer {
    // Documents inside documents: {a: {a: …}}, 8 bytes a level, written from the inside out.
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

  test.each(hostile)("%s: is cut off or refused, others do not notice", async (_what, bytes) => {
    const server = await startTestServer();
    const [, address = ""] = /^mongodb:\/\/([^/]+)\//.exec(server.server.uri) ?? [];
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

  test("half a message and then nothing harms nobody; half a message and the end undoes nothing of others", async () => {
    const server = await startTestServer();
    const [, address = ""] = /^mongodb:\/\/([^/]+)\//.exec(server.server.uri) ?? [];
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

test("closing while clients are writing keeps what was acknowledged", async () => {
  const folder = await newDir();
  const server = await startEmbedded({ dataDir: folder });
  const client = new MongoClient(server.uri, { serverSelectionTimeoutMS: 200, retryWrites: false });
  const items = client.db("t").collection<{ _id: number }>("items");
  const acknowledged: number[] = [];
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let turn = 0; ; turn += 1) {
      await items.insertOne({ _id: writer * 100_000 + turn });
      acknowledged.push(writer * 100_000 + turn);
    }
  });
  const ends = Promise.allSettled(writers);
  await new Promise((resolve) => setTimeout(resolve, 150));
  await server.close();
  await ends;
  await client.close();
  const reopened = await startEmbedded({ dataDir: folder });
  const reader = new MongoClient(reopened.uri);
  const stored = new Set(
    (await reader.db("t").collection("items").find().toArray()).map(({ _id }) => Number(_id)),
  );
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await reader.close();
  await reopened.close();
});
