import { freePort } from "@/lib/testing/free-port";
import { closeDb, getDb } from "./client";
import { startEmbedded } from "./embedded";
import { cleanUp, hold, kill, newDir } from "./embedded/server/testing-processes";

afterAll(async () => {
  await closeDb();
  await cleanUp();
});

test("when the owner of the embedded database ends, the next request opens it here", async () => {
  process.env.DATA_DIR = await newDir();
  delete process.env.MONGODB_URI;
  const logged = jest.spyOn(console, "error").mockImplementation();
  const owner = await hold(process.env.DATA_DIR);
  const joined = await getDb();
  await joined.collection("items").insertOne({ here: true });
  await kill(owner);
  while ((await getDb()) === joined) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(logged).toHaveBeenCalledWith(
    expect.stringMatching(/^Process \d+, .* has ended\. The next request opens it in this process\.$/),
  );
  expect(await (await getDb()).collection("items").countDocuments({ here: true })).toBe(1);
});

test("a MongoDB server that is still starting is waited for", async () => {
  const port = await freePort();
  await closeDb();
  process.env.MONGODB_URI = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const db = getDb();
  db.catch(() => undefined);
  // The first attempt fails after 1.2 seconds, the last one after 4.8.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const server = await startEmbedded({ dataDir: await newDir(), port });
  try {
    expect(await (await db).command({ ping: 1 })).toMatchObject({ ok: 1 });
  } finally {
    await closeDb();
    await server.close();
  }
});
