import { closeDb, getDb } from "./client";
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
