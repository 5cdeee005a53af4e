import { ClientSession, MongoServerError } from "mongodb";
import { getDb } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/collections";
import { repeatConflictsAtCommit } from "./conflict-at-commit";
import { useTestDatabase } from "./database";

const { commitTransaction } = ClientSession.prototype;
afterEach(() => {
  ClientSession.prototype.commitTransaction = commitTransaction;
});

useTestDatabase();

test("a transaction that fails to commit with an internal error runs again", async () => {
  let commits = 0;
  ClientSession.prototype.commitTransaction = async function commit() {
    commits += 1;
    if (commits > 1) return commitTransaction.call(this);
    await this.abortTransaction();
    throw new MongoServerError({ code: 1, message: "internal server error" });
  };
  repeatConflictsAtCommit();
  const notes = (await getDb()).collection("notes");
  await withTransaction((session) => notes.insertOne({ text: "once" }, { session }));
  expect(commits).toBe(2);
  expect(await notes.countDocuments()).toBe(1);
});
