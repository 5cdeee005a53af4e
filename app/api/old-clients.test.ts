import { EJSON, type Document, type ObjectId } from "bson";
import { readFileSync } from "node:fs";
import { getDb } from "@/lib/db/client";
import { PREPARED, prepareDatabase } from "@/lib/db/prepare";
import { useTestDatabase } from "@/lib/testing/database";
import { callsOfOldClients } from "./_testing/old-clients";

jest.mock("@/lib/auth", () => jest.requireActual("@/lib/testing/session"));

useTestDatabase();

/** A call as `METHOD path`, its status, and its answer to the letter, with `<new>` for new ids and `<now>` for times. */
type Recorded = { call: string; status: number; text: string };

// Answered by the version before uneven splits, which wrote this data.
const recorded = JSON.parse(readFileSync("app/api/_testing/answers-of-version-1.json", "utf8")) as Recorded[];
const data = readFileSync("lib/testing/data-of-version-1.json", "utf8");

/** The fields that expenses and payments have had since. */
const LATER = ["payers", "recordedBy", "split", "note", "category", "date", "method", "batchId"];

const withoutLaterFields = (text: string) =>
  JSON.stringify(
    JSON.parse(text, function (this: object, key, value: unknown) {
      return LATER.includes(key) && ("splitWith" in this || "settled" in this) ? undefined : value;
    }),
  );

test("a client that knows only the first fields gets the answers that it always got, to the letter", async () => {
  process.env.RATE_LIMITS_OFF = "true";
  const db = await getDb();
  const stored = EJSON.parse(data) as Record<string, (Document & { _id: ObjectId })[]>;
  for (const [name, documents] of Object.entries(stored)) await db.collection(name).insertMany(documents);
  await db.collection(PREPARED).deleteMany({});
  await prepareDatabase(db);

  const answered = await callsOfOldClients(data);
  expect(answered.map((one) => ({ ...one, text: withoutLaterFields(one.text) }))).toEqual(recorded);
});
