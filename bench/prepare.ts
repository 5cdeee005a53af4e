import { runCommand } from "@/lib/cli/command";
import { closeDb, getDb } from "@/lib/db/client";
import { collections } from "@/lib/db/collections";
import { prepareDatabase } from "@/lib/db/prepare";
import { Random } from "@/lib/seed/random";
import { addEvent, friendshipsOf, insert, makeGroup, makePeople, type Made } from "@/lib/seed/write-bulk";
import { writeWide } from "./write-wide";
import { aSession } from "@/testing/a-session";

// `prepare.ts EXPENSES` writes the benchmark data into the configured database and prints its users and ids; EXPENSES are
// those of the large event. `prepare.ts --drop` deletes the database. A separate process, because the embedded database
// has one owner at a time.

/** The user, their session (missing in commits without), and the items to open. */
export type Subject = { user: string; session?: string; group: string; event: string };
export type Subjects = { small: Subject; large: Subject; wide: Subject };

const PEOPLE = 6;

/** Six people in one group with one event. */
async function writeEvent(expenses: number): Promise<Subject> {
  const random = new Random(expenses);
  const all = await collections();
  const users = makePeople(PEOPLE, expenses, random);
  const now = new Date();
  const ids = users.map(({ _id }) => _id);
  const group = makeGroup(ids, 0, random, now);
  const made: Made = { events: [], expenses: [], settlements: [] };
  addEvent(made, group, expenses, random, now);
  await insert(all.users, users);
  await insert(all.friendships, friendshipsOf([group], now, random));
  await insert(all.groups, [group]);
  await insert(all.events, made.events);
  await insert(all.expenses, made.expenses);
  await insert(all.settlements, made.settlements);
  const session = await aSession(await getDb(), ids[0]!);
  return { user: String(ids[0]), session, group: String(group._id), event: String(made.events[0]?._id) };
}

async function writePerson(): Promise<Subject> {
  const all = await collections();
  const email = await writeWide({ groups: 200, events: 10 }, 7);
  const user = await all.users.findOne({ email });
  const group = user && (await all.groups.findOne({ members: user._id }));
  const event = group && (await all.events.findOne({ groupId: group._id }));
  const session = await aSession(await getDb(), user!._id);
  return { user: String(user?._id), session, group: String(group?._id), event: String(event?._id) };
}

void runCommand(async () => {
  try {
    const db = await getDb();
    if (process.argv.includes("--drop")) {
      await db.dropDatabase();
      return 0;
    }
    await prepareDatabase(db);
    const subjects: Subjects = {
      small: await writeEvent(30),
      large: await writeEvent(Number(process.argv[2])),
      // Last, because it computes the balances of everyone.
      wide: await writePerson(),
    };
    console.log(JSON.stringify(subjects));
    return 0;
  } finally {
    await closeDb();
  }
});
