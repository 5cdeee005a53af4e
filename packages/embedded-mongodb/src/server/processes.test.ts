import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { MongoClient } from "mongodb";
import "@/lib/db/driver-patch";
import { addressOf, rawConnection } from "../testing/test-server";
import {
  cleanUp,
  connect,
  countIn,
  filledDir,
  hasContainers,
  hold,
  kill,
  newDir,
  nodeArgs,
  open,
  root,
  start,
  startInContainer,
} from "../testing/processes";

afterAll(cleanUp);

const uriPath = (uri: string) => decodeURIComponent(addressOf(uri));
const modeOf = (file: string) => statSync(file).mode & 0o777;

describe("other users of this machine", () => {
  test.each([0o000, 0o022, 0o077])("have no access, with the umask %o", async (umask) => {
    const dataDir = path.join(await newDir(), "made", "here");
    const before = process.umask(umask);
    const server = await open(dataDir);
    process.umask(before);
    expect(uriPath(server.uri)).toMatch(/\.sock$/);
    expect(modeOf(dataDir)).toBe(0o700);
    expect(modeOf(uriPath(server.uri))).toBe(0o600);
    for (const name of readdirSync(dataDir)) expect(modeOf(path.join(dataDir, name)) & 0o077).toBe(0);
    await server.close();
  });

  test("our open folder is made private; a folder with other files is not changed", async () => {
    const ours = await filledDir();
    const shared = await newDir();
    writeFileSync(path.join(shared, "notes.txt"), "");
    for (const key of ["secret", "vapid"]) writeFileSync(path.join(ours, key), "");
    for (const folder of [ours, shared]) chmodSync(folder, 0o755);
    const servers = [await open(ours), await open(shared)];
    expect([modeOf(ours), modeOf(shared)]).toEqual([0o700, 0o755]);
    expect(modeOf(path.join(shared, "data.mdb"))).toBe(0o600);
    // There, the socket is in a separate folder.
    const socket = uriPath(servers[1]?.uri ?? "");
    expect(socket.startsWith(shared)).toBe(false);
    expect([modeOf(path.dirname(socket)), modeOf(socket)]).toEqual([0o700, 0o600]);
    await Promise.all(servers.map((server) => server.close()));
    expect(existsSync(path.dirname(socket))).toBe(false);
  });

  test.each([
    ["a long path", "x".repeat(120)],
    ["a path with a percent sign", "100%"],
  ])(
    "%s has its socket elsewhere, which is removed with the server, even if it is killed",
    async (_, name) => {
      const dataDir = path.join(await newDir(), name);
      const owner = await hold(dataDir);
      const joined = await open(dataDir);
      const folder = path.dirname(uriPath(joined.uri));
      expect(modeOf(folder)).toBe(0o700);
      await kill(owner);
      await joined.close();
      const next = await open(dataDir);
      expect(existsSync(folder)).toBe(false);
      const own = path.dirname(uriPath(next.uri));
      await next.close();
      expect(existsSync(own)).toBe(false);
    },
  );

  test("a port is opened on request, in addition to the socket", async () => {
    const dataDir = await newDir();
    const server = await open(dataDir);
    const port = await open(dataDir, 0);
    expect(port.uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\//);
    expect([server.exposure, port.exposure]).toEqual([
      null,
      expect.stringMatching(/^Everybody on this machine/),
    ]);
    const client = new MongoClient(port.uri);
    expect(await client.db("t").command({ ping: 1 })).toMatchObject({ ok: 1 });
    await port.close();
    await expect(client.db("t").command({ ping: 1 }, { timeoutMS: 300 })).rejects.toThrow();
    await client.close();
    await server.close();
  });
});

describe("a second process", () => {
  test("joins the first, reports when that has ended, and no acknowledged write is lost", async () => {
    const dataDir = await newDir();
    const owner = await hold(dataDir);
    const server = await open(dataDir);
    const port = await open(dataDir, 0);
    const clients = [server, port].map(({ uri }) => new MongoClient(uri));
    const [here, there] = clients.map((client) => client.db("t").collection<{ _id: number }>("items"));
    expect(await here?.find().toArray()).toEqual([{ _id: 0 }]);
    await there?.insertOne({ _id: 1 });
    expect(await here?.countDocuments()).toBe(2);
    await kill(owner);
    expect(await server.ownerEnded).toMatch(/^The server of the database in .* \(process \d+\) has ended\.$/);
    // No process takes over data that others may still be writing to: each request fails, on each connection.
    const acknowledged: number[] = [0, 1];
    const attempts = Array.from({ length: 40 }, async (_, index) => {
      const { socket, send } = rawConnection((index % 2 ? server : port).uri);
      const cutOff = once(socket, "close").then(() => null);
      const answer = await Promise.race([
        ...[send({ insert: "items", documents: [{ _id: 100 + index }] }), cutOff],
        setTimeout(2000, null, { ref: false }),
      ]);
      socket.destroy();
      if (answer?.ok === 1) acknowledged.push(100 + index);
    });
    await Promise.all([
      Promise.allSettled(attempts),
      ...[here, there].map((items) =>
        expect(items?.insertOne({ _id: 2 }, { timeoutMS: 2000 })).rejects.toThrow(),
      ),
    ]);
    await Promise.all([...clients.map((client) => client.close()), port.close(), server.close()]);
    expect(acknowledged).toEqual([0, 1]);
    // The next process to start owns the directory.
    expect(await countIn(dataDir)).toBe(2);
    expect(readdirSync(dataDir).filter((name) => name.endsWith(".sock"))).toEqual([]);
  });
});

test("a process without its socket writes nothing more after another one owns the directory", async () => {
  const dataDir = await newDir();
  const server = await open(dataDir);
  const { socket, send } = rawConnection(server.uri);
  const insert = (_id: number) => send({ insert: "items", documents: [{ _id }] });
  expect(await insert(1)).toMatchObject({ ok: 1 });
  unlinkSync(uriPath(server.uri));
  const other = await hold(dataDir);
  const errmsg = "Another process serves the data directory now.";
  expect(await insert(2)).toMatchObject({ ok: 0, errmsg });
  expect(await send({ count: "items" })).toMatchObject({ n: 2 });
  socket.destroy();
  await server.close();
  await kill(other);
  expect(await countIn(dataDir)).toBe(2);
});

test("a process of another container, with the same process id, is told so, and can start later", async () => {
  if (!hasContainers()) return;
  const dataDir = await newDir();
  const owner = startInContainer("hold", dataDir);
  await once(owner.stdout, "data");
  const outcome = () => text(startInContainer("open", dataDir).stdout);
  expect(await outcome()).toMatch(/^A process in another container uses the data directory/);
  await kill(owner);
  expect(await outcome()).toBe("opened\n");
  expect(await countIn(dataDir)).toBe(1);
});

test("the distinct values of more documents than fit into memory are found", async () => {
  const dataDir = await newDir();
  const { db, close } = await connect(dataDir);
  const pad = "x".repeat(1_000_000);
  for (let batch = 0; batch < 25; batch += 1) {
    await db.collection("items").insertMany(Array.from({ length: 12 }, (_, at) => ({ kind: at % 3, pad })));
  }
  await close();
  const args = ["--max-old-space-size=200", ...nodeArgs, "distinct", dataDir];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect([status, stdout]).toEqual([0, "[0,1,2]"]);
});

test("many processes that start at once agree on one owner", async () => {
  const folder = await newDir();
  const starters = Array.from({ length: 3 }, async () => {
    let text = "";
    for await (const chunk of start("open", folder).stdout) text += String(chunk);
    return text.trim();
  });
  expect(await Promise.all(starters)).toEqual(["opened", "opened", "opened"]);
  expect(statSync(path.join(folder, "data.mdb")).size).toBeGreaterThan(0);
});
