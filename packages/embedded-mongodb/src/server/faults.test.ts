import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import path from "node:path";
import { startTestServer } from "../testing/test-server";
import { encode } from "../query/codec";
import type { Writer } from "../storage/kv";
import { Store } from "../storage/store";
import { checkFile } from "./check-file";
import {
  cleanUp,
  connect,
  countIn,
  failureOf,
  filledDir,
  hold,
  kill,
  newDir,
  nodeArgs,
  root,
  run,
} from "../testing/processes";

const sentence = /^[A-Z][^\n]*\.$/;

afterAll(cleanUp);

describe("a damaged data file", () => {
  let dataDir: string;
  let file: string;
  let whole: Buffer;
  beforeAll(async () => {
    dataDir = await filledDir();
    file = path.join(dataDir, "data.mdb");
    whole = readFileSync(file);
  });

  const usedOf = (bytes: Buffer) =>
    Math.max(...[0, 4096].map((meta) => Number(bytes.readBigUInt64LE(meta + 24 + 24 + 96)))) + 1;
  const used = () => usedOf(whole);
  const TRANSACTION = 24 + 24 + 104;
  const transactionAt = (meta: number) => whole.readBigUInt64LE(meta + TRANSACTION);

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
  ])("%s: one clear sentence, and it works again with the original file", async (_what, damage) => {
    writeFileSync(file, damage());
    const message = await failureOf(dataDir);
    expect(message).toMatch(sentence);
    expect(message).toContain(file);
    writeFileSync(file, whole);
    expect(await countIn(dataDir)).toBe(3001);
  });

  // lmdb crashes at it.
  test("of another version of LMDB", async () => {
    const other = Buffer.from(whole);
    for (const meta of [0, 4096]) other.writeUInt32LE(99, meta + 24 + 4);
    writeFileSync(file, other);
    expect(await failureOf(dataDir)).toMatch(/is damaged/);
    writeFileSync(file, whole);
  });

  test("whose format cannot be read", async () => {
    await rewrite(dataDir, (key, value) => (key.includes("format") ? Buffer.from("?") : value));
    expect(await failureOf(dataDir)).toMatch(/^The data file .* is damaged .* Restore a backup: see docs/);
    writeFileSync(file, whole);
  });

  test("a meta page from which LMDB would return to the last commit but one", async () => {
    const newest = [0, 4096].sort((a, b) => Number(transactionAt(b) - transactionAt(a)))[0]!;
    const older = Buffer.from(whole);
    older.writeBigUInt64LE(transactionAt(newest) - 4n, newest + TRANSACTION);
    writeFileSync(file, older);
    expect(await failureOf(dataDir)).toMatch(/its beginning is damaged/);
    writeFileSync(file, whole);
  });

  test("whose list of free pages is damaged, which lmdb reads when it writes", async () => {
    jest.spyOn(Store.prototype, "exclusive").mockImplementationOnce(() => {
      throw new Error("MDB_BAD_TXN: freelist entry 23 had bad/duplicate entries");
    });
    expect(await failureOf(dataDir)).toMatch(/^The data file .* is damaged .* Restore a backup: see docs/);
  });

  test("a damaged document is named, and others can be read", async () => {
    const damaged = Buffer.from(whole);
    const stored = Buffer.concat([Buffer.from([10, 0, 0, 0]), Buffer.from("text 1234\0")]);
    damaged[damaged.lastIndexOf(stored) + 9] = 0x39;
    writeFileSync(file, damaged);
    const { db, items, close } = await connect(dataDir);
    const refused = {
      codeName: "DataCorruptionDetected",
      message:
        "Record 1235 of collection t.items (_id 1234) is damaged. Restore a backup: see docs/damaged-data.md.",
    };
    await expect(items.findOne({ _id: 1234 })).rejects.toMatchObject(refused);
    await expect(items.find().toArray()).rejects.toMatchObject(refused);
    await expect(items.updateOne({ _id: 1234 }, { $set: { text: "new" } })).rejects.toMatchObject(refused);
    await expect(db.command({ validate: "items" })).rejects.toMatchObject(refused);
    expect(await items.findOne({ _id: 1235 })).toMatchObject({ text: "text 1235" });
    await close();
    writeFileSync(file, whole);
  });

  test.each([
    ["empty", async () => writeFileSync(file, "")],
    ["gone", async () => rmSync(file)],
    ["replaced by one without data", async () => rewrite(dataDir, () => null)],
  ])("a data file that is %s is not taken for a new database", async (_what, empty) => {
    await empty();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await failureOf(dataDir)).toMatch(
        /is missing or empty, .* Restore a backup.* delete .*data\.mdb-created\.$/,
      );
    }
    writeFileSync(file, whole);
    expect(await countIn(dataDir)).toBe(3001);
  });

  test("uncommitted data at its end may be missing", async () => {
    truncateSync(file, usedOf(readFileSync(file)) * 4096);
    expect(await countIn(dataDir)).toBe(3001);
  });

  test("a large file is not read completely at the start, but by a check", async () => {
    const server = await startTestServer();
    const items = server.client.db("t").collection("items");
    for (let turn = 0; turn < 14; turn += 1) {
      await items.insertMany(Array.from({ length: 10_000 }, (_, index) => ({ turn, index })));
    }
    await server.client.close();
    await server.server.close();
    const large = path.join(server.dataDir, "data.mdb");
    const bytes = readFileSync(large);
    // A page of documents from the middle.
    const middle = bytes.indexOf(encode({ turn: 7, index: 5000 }).subarray(4));
    expect(middle).toBeGreaterThan(0);
    bytes.fill(0, middle - (middle % 4096), middle - (middle % 4096) + 4096);
    writeFileSync(large, bytes);
    expect(await checkFile(large, "ends")).toBe(true);
    await expect(checkFile(large, "all")).rejects.toThrow(/is damaged/);
    await server.stop();
  });

  test("an empty file is a new database", async () => {
    const fresh = await newDir();
    writeFileSync(path.join(fresh, "data.mdb"), "");
    expect(await failureOf(fresh)).toBe("opened");
  });
});

/** Changes the values of a closed data file, or removes all entries. */
async function rewrite(
  dataDir: string,
  change: (key: Buffer, value: Buffer) => Buffer | null,
): Promise<void> {
  const { open: openFile } = await import("lmdb");
  const file = openFile<Buffer, Buffer>({
    path: path.join(dataDir, "data.mdb"),
    encoding: "binary",
    keyEncoding: "binary",
  });
  for (const { key, value } of Array.from(file.getRange({}))) {
    const changed = change(key, value);
    void (changed ? file.put(key, changed) : file.remove(key));
  }
  await file.close();
}

test.each([
  ["of a development version", { format: 1 }],
  ["half converted by one", { format: 2, next: Buffer.from([1]) }],
  ["of a later version", { format: 3 }],
])("a data file %s is refused, and stays as it is", async (_, mark) => {
  const dataDir = await filledDir();
  await rewrite(dataDir, (key, value) => (key.includes("format") ? Buffer.from(encode(mark)) : value));
  const file = readFileSync(path.join(dataDir, "data.mdb"));
  const refused = await failureOf(dataDir);
  expect(refused).toMatch(sentence);
  expect(refused).toMatch(
    /written by another version of Evenly\. Use that version, or move the file away\.$/,
  );
  expect(readFileSync(path.join(dataDir, "data.mdb")).equals(file)).toBe(true);
});

describe("an unusable directory", () => {
  // Root may write everywhere, so the program drops its rights after loading.
  const isRoot = process.getuid?.() === 0;
  const openAsNobody = (folder: string) => run(isRoot ? "open-as-nobody" : "open", folder).trim();
  const giveToNobody = (folder: string) => {
    const files = readdirSync(folder).map((name) => path.join(folder, name));
    for (const each of [folder, ...files]) if (isRoot) chownSync(each, 65534, 65534);
  };

  test("a file instead of a directory", async () => {
    const folder = await newDir();
    writeFileSync(path.join(folder, "taken"), "");
    expect(await failureOf(path.join(folder, "taken"))).toMatch(sentence);
    expect(await failureOf(path.join(folder, "taken", "below"))).toMatch(sentence);
  });

  test("an LMDB file of another program", async () => {
    const folder = await newDir();
    const { open } = await import("lmdb");
    const foreign = open({ path: path.join(folder, "data.mdb"), encoding: "binary", keyEncoding: "binary" });
    await foreign.put(Buffer.from([9, 9]), Buffer.from("theirs"));
    await foreign.close();
    expect(await failureOf(folder)).toMatch(/was not created by Evenly/);
  });

  test("no permission to write", async () => {
    const folder = path.join(await newDir(), "locked");
    mkdirSync(folder);
    chmodSync(path.dirname(folder), 0o755);
    chmodSync(folder, 0o555);
    expect(openAsNobody(folder)).toMatch(/^No permission to write to the data directory .*\.$/);
    giveToNobody(folder);
    chmodSync(folder, 0o755);
    expect(openAsNobody(folder)).toBe("opened");
  });

  test.each(["data.mdb", "data.mdb-lock"])("no permission to write to its %s", async (name) => {
    const folder = await filledDir();
    giveToNobody(folder);
    if (isRoot) chownSync(path.join(folder, name), 0, 0);
    chmodSync(path.join(folder, name), isRoot ? 0o600 : 0o400);
    expect(openAsNobody(folder)).toBe(
      `No permission to write to ${name} in the data directory ${folder}; grant it, or set DATA_DIR to another folder.`,
    );
  });

  test("a copy names the socket of a server in a folder that this user may not enter", async () => {
    const original = await newDir();
    await kill(await hold(original));
    const copy = await newDir();
    copyFileSync(path.join(original, "data.mdb"), path.join(copy, "data.mdb"));
    giveToNobody(copy);
    chmodSync(original, 0o500);
    expect(openAsNobody(copy)).toBe("opened");
    chmodSync(original, 0o700);
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
  test("one clear sentence, no acknowledged write is lost, and it continues when there is space", async () => {
    const folder = await newDir();
    // 6 MB. The signal that would end the process is ignored, so that the write itself fails.
    const command = `trap '' XFSZ; ulimit -f 6144; exec "$0" "$@"`;
    const filled = spawnSync("bash", ["-c", command, process.execPath, ...nodeArgs, "fill", folder], {
      cwd: root,
      encoding: "utf8",
    });
    const outcome = JSON.parse(filled.stdout) as Record<"failure" | "again" | "ping", string> &
      Record<"acknowledged" | "read", number>;
    expect(outcome.failure).toMatch(/^The disk is full/);
    expect(outcome.again).toMatch(/^The disk is full/);
    // This is how the health check notices.
    expect(outcome.ping).toMatch(/^The disk is full/);
    expect(outcome.acknowledged).toBeGreaterThan(50);
    expect(outcome.read).toBe(outcome.acknowledged);
    expect(await countIn(folder)).toBe(outcome.acknowledged);
    const { db, items, close } = await connect(folder);
    await items.insertOne({ _id: -5 });
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    await close();
    expect(await countIn(folder)).toBe(outcome.acknowledged + 1);
  });
});

describe("a data file that is moved away while it is in use", () => {
  const replacements: [string, (file: string) => void][] = [
    ["deleted", (file) => rmSync(file)],
    [
      "replaced by a copy",
      (file) => {
        copyFileSync(file, `${file}-copy`);
        renameSync(`${file}-copy`, file);
      },
    ],
    ["gone with its folder", (file) => rmSync(path.dirname(file), { recursive: true })],
    [
      "replaced by what cannot be opened",
      (file) => {
        rmSync(file);
        symlinkSync(file, file);
      },
    ],
  ];
  const refused = {
    codeName: "FileNotOpen",
    message: expect.stringMatching(/^The data file .* Restart the application\.$/),
  };
  test.each(replacements)("%s: it is neither written nor read, and not healthy", async (_what, replace) => {
    const folder = await newDir();
    const { client, db, items, close } = await connect(folder);
    await items.insertOne({ _id: 1 });
    const session = client.startSession();
    session.startTransaction();
    await items.insertOne({ _id: 2 }, { session });
    replace(path.join(folder, "data.mdb"));
    await expect(session.commitTransaction()).rejects.toMatchObject(refused);
    await expect(items.insertOne({ _id: 3 })).rejects.toMatchObject(refused);
    // This is how the health check notices.
    await expect(db.command({ ping: 1 })).rejects.toMatchObject(refused);
    await expect(items.find().toArray()).rejects.toMatchObject(refused);
    await session.endSession();
    await close();
  });

  test("if it is put back, the locks of transactions that were refused are free", async () => {
    const folder = await newDir();
    const { client, items, close } = await connect(folder);
    await items.insertOne({ _id: 1 });
    const file = path.join(folder, "data.mdb");
    const session = client.startSession();
    session.startTransaction();
    await items.updateOne({ _id: 1 }, { $set: { by: "transaction" } }, { session });
    renameSync(file, `${file}-away`);
    await expect(session.commitTransaction()).rejects.toMatchObject(refused);
    renameSync(`${file}-away`, file);
    await items.updateOne(
      { _id: 1, by: { $exists: false } },
      { $set: { by: "later" } },
      { maxTimeMS: 1_000 },
    );
    expect(await items.findOne()).toEqual({ _id: 1, by: "later" });
    await session.endSession();
    await close();
  });

  // A client that found it there would take its repeated request for done.
  test("a write during which it is replaced is refused, and never found", async () => {
    const folder = await newDir();
    const { items, close } = await connect(folder);
    await items.insertOne({ _id: 1 });
    const { write } = Store.prototype;
    jest.spyOn(Store.prototype, "write").mockImplementationOnce(function (this: Store, work) {
      return write.call(this, (writer: Writer) => {
        const result = work(writer);
        const file = path.join(folder, "data.mdb");
        copyFileSync(file, `${file}-copy`);
        renameSync(`${file}-copy`, file);
        return result;
      }) as ReturnType<typeof write<never>>;
    });
    await expect(items.insertOne({ _id: 2 })).rejects.toMatchObject(refused);
    await expect(items.findOne({ _id: 2 })).rejects.toMatchObject(refused);
    await close();
    expect(await countIn(folder)).toBe(1);
  });
});

test("closing during writes keeps what was acknowledged", async () => {
  const folder = await newDir();
  const { items, close } = await connect(folder);
  const acknowledged: number[] = [];
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let turn = 0; ; turn += 1) {
      await items.insertOne({ _id: writer * 100_000 + turn });
      acknowledged.push(writer * 100_000 + turn);
    }
  });
  const ends = Promise.allSettled(writers);
  while (acknowledged.length < 10) await new Promise((resolve) => setTimeout(resolve, 10));
  await close();
  await ends;
  const reopened = await connect(folder);
  const stored = new Set((await reopened.items.find().toArray()).map(({ _id }) => _id));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await reopened.close();
});
