import { ownFolder } from "@/testing/own-folder";
import { randomUUID } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { calculateObjectSize } from "bson";
import { ObjectId, type Db } from "mongodb";
import { runCommand } from "@/lib/cli/command";
import { collections } from "@/lib/db/collections";
import { closeDb, getDb } from "@/lib/db/client";
import { entriesOf } from "../packages/embedded-mongodb/src/storage/index-entries";
import { createExpense } from "@/lib/db/expenses";
import { prepareDatabase } from "@/lib/db/prepare";
import { amountsFor, writeBulk } from "@/lib/seed/write-bulk";
import { aSession } from "@/testing/a-session";

const HELP = `npm run bench:storage [-- --expenses N]
  Writes N expenses (default 10,000) with their people, groups, and events, as npm run seed does, into an embedded
  database of its own. Then it does what seeding leaves out: every person gets an account and a session, and 300 expenses
  are added by the application's own transactions, which write activities and idempotency keys.
  Prints the documents and bytes of each collection, and the entries and bytes of each index.`;

const BY_TRANSACTION = 300;

type Size = { count: number; bytes: number };
type Sizes = { documents: Size; indexes: Map<string, Size> };

const nothing = (): Size => ({ count: 0, bytes: 0 });

function add(size: Size, bytes: number): void {
  size.count += 1;
  size.bytes += bytes;
}

async function sizesOf(db: Db, name: string): Promise<Sizes> {
  const indexes = (await db.collection(name).indexes()).map((index) => ({
    info: { id: 0, unique: false, ...index } as unknown as Parameters<typeof entriesOf>[0],
    name: String(index.name),
    size: nothing(),
  }));
  const documents = nothing();
  for await (const document of db.collection(name).find()) {
    add(documents, calculateObjectSize(document));
    for (const { info, size } of indexes)
      for (const { key } of entriesOf(info, document, documents.count).entries) add(size, key.length);
  }
  return { documents, indexes: new Map(indexes.map(({ name: of, size }) => [of, size])) };
}

/** What signing in and adding expenses write, and seeding does not. */
async function writeUsage(db: Db): Promise<void> {
  const { users, accounts, events } = await collections();
  for (const { _id } of await users.find({}, { projection: { _id: 1 } }).toArray()) {
    const account = { _id: new ObjectId(), userId: _id, provider: "google", type: "oidc" };
    // Google's ids have 21 digits.
    await accounts.insertOne({ ...account, providerAccountId: _id.toHexString().slice(0, 21) });
    await aSession(db, _id);
  }
  const some = await events.find().limit(BY_TRANSACTION).toArray();
  for (let index = 0; index < BY_TRANSACTION; index++) {
    const { _id: eventId, participants: splitWith } = some[index % some.length]!;
    const recorder = splitWith[0]!;
    const id = `${recorder.toHexString()}:POST /api/expenses:${randomUUID()}`;
    const expense = {
      _id: new ObjectId(),
      eventId,
      recorder,
      description: "Dinner",
      cents: 4_200,
      splitWith,
    };
    await createExpense(expense, { id, digest: "0".repeat(43), user: recorder });
  }
}

const row = (cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const average = ({ count, bytes }: Size) => (bytes / (count || 1)).toFixed(0);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);

/** Of what the bytes of each collection are a part: of a person, of an expense, or of one for 30 days. */
const PARTS: Record<string, string[]> = {
  person: ["users", "accounts", "sessions", "friendships", "groups", "balances"],
  expense: ["expenses", "events", "settlements", "activities"],
  "expense, for 30 days": ["idempotencyKeys"],
};

async function print(db: Db, people: number): Promise<void> {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const sizes = new Map<string, Sizes>();
  row(["Collection or index", "Documents or entries", "Bytes of one", "MB"]);
  row(["---", "---", "---", "---"]);
  for (const name of names) {
    const { documents, indexes } = await sizesOf(db, name);
    sizes.set(name, { documents, indexes });
    if (documents.count === 0) continue;
    row([`**${name}**`, documents.count, average(documents), megabytes(documents.bytes)]);
    for (const [index, size] of indexes)
      row([`\`${index}\``, size.count, average(size), megabytes(size.bytes)]);
  }
  const expenses = sizes.get("expenses")!.documents.count;
  for (const [part, collections] of Object.entries(PARTS)) {
    const sum = { documents: 0, indexes: 0 };
    for (const name of collections) {
      const { documents, indexes } = sizes.get(name)!;
      const byTransaction = name === "activities" || name === "idempotencyKeys";
      const owners = part === "person" ? people : byTransaction ? BY_TRANSACTION : expenses;
      sum.documents += documents.bytes / owners;
      for (const { bytes } of indexes.values()) sum.indexes += bytes / owners;
    }
    const { documents, indexes } = sum;
    console.log(`One ${part}: ${documents.toFixed(0)} bytes of documents, ${indexes.toFixed(0)} of indexes.`);
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { expenses: { type: "string", default: "10000" } } });
  try {
    const db = await getDb();
    await prepareDatabase(db);
    const amounts = amountsFor({ expenses: Number(values.expenses) });
    await writeBulk(amounts, 1, () => undefined);
    const { size } = statSync(join(ownFolder, "data.mdb"));
    await writeUsage(db);
    console.log(`${JSON.stringify(amounts)}, data file ${megabytes(size)} MB`);
    await print(db, amounts.people);
  } finally {
    await closeDb();
    rmSync(ownFolder, { recursive: true, force: true });
  }
  return 0;
}

void runCommand(main, HELP);
