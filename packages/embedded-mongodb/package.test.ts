import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

// The package as a stranger gets it: its tarball in an empty folder, beside the official driver.

const PROGRAM = `
import { startEmbedded } from "embedded-mongodb/thread";
import { MongoClient } from "mongodb";
const server = await startEmbedded({ dataDir: "data" });
const client = await new MongoClient(server.uri).connect();
const notes = client.db("app").collection("notes");
if (process.argv[2] === "write") {
  await notes.insertOne({ text: "kept" });
  console.log("written");
  setInterval(() => undefined, 1000);
} else {
  console.log(JSON.stringify(await notes.find({}, { projection: { _id: 0 } }).toArray()));
  await client.close();
  await server.close();
}
`;

const { dependencies } = JSON.parse(readFileSync(path.join(__dirname, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};
let folder: string;
let running: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "embedded-mongodb-"));
  const npm = (...args: string[]) =>
    execFileSync(process.platform === "win32" ? "npm.cmd" : "npm", args, {
      cwd: __dirname,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
  npm("pack", "--silent", "--pack-destination", folder);
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "embedded-mongodb"), { recursive: true });
  execFileSync(
    "tar",
    [
      "-xzf",
      "embedded-mongodb-1.0.0.tgz",
      "--strip-components=1",
      "-C",
      path.join(modules, "embedded-mongodb"),
    ],
    {
      cwd: folder,
    },
  );
  // What npm would install.
  for (const name of [...Object.keys(dependencies), "mongodb"]) {
    symlinkSync(path.resolve("node_modules", name), path.join(modules, name), "junction");
  }
  writeFileSync(path.join(folder, "program.mjs"), PROGRAM);
});

afterAll(() => {
  running?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

test("the packed package serves the official driver, and keeps what was written when it is killed", async () => {
  running = spawn(process.execPath, ["program.mjs", "write"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [written] = (await once(running.stdout!, "data")) as [Buffer];
  expect(written.toString().trim()).toBe("written");
  running.kill("SIGKILL");
  await once(running, "exit");
  const read = execFileSync(process.execPath, ["program.mjs", "read"], { cwd: folder, encoding: "utf8" });
  expect(JSON.parse(read)).toEqual([{ text: "kept" }]);
});

test("its tarball has types, and nothing but what it needs", () => {
  const files = execFileSync("tar", ["-tzf", "embedded-mongodb-1.0.0.tgz"], {
    cwd: folder,
    encoding: "utf8",
  }).split("\n");
  expect(files).toEqual(
    expect.arrayContaining([
      "package/README.md",
      "package/CHANGELOG.md",
      "package/dist/index.d.ts",
      "package/dist/thread.d.ts",
    ]),
  );
  expect(files.filter((file) => /test|conformance|\.jsonl/.test(file))).toEqual([]);
});
