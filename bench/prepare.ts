import type { ObjectId } from "mongodb";
import { runCommand } from "@/lib/cli/command";
import { closeDb, getDb } from "@/lib/db/client";
import { collections } from "@/lib/db/collections";
import { prepareDatabase } from "@/lib/db/prepare";
import { emailOf, writeBulk } from "@/lib/seed/write-bulk";
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
  const amounts = { people: PEOPLE, members: PEOPLE, groups: 1, events: 1, expenses };
  await writeBulk(amounts, expenses, () => undefined);
  const { users } = await collections();
  return subjectOf((await users.findOne({ email: emailOf(expenses, 0) }))!._id);
}

/** The person, with one of their groups and one of its events. */
async function subjectOf(user: ObjectId): Promise<Subject> {
  const { groups, events } = await collections();
  const group = await groups.findOne({ members: user });
  const event = group && (await events.findOne({ groupId: group._id }));
  const session = await aSession(await getDb(), user);
  return { user: String(user), session, group: String(group?._id), event: String(event?._id) };
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
      wide: await subjectOf(await writeWide({ groups: 200, events: 10 }, 7)),
    };
    console.log(JSON.stringify(subjects));
    return 0;
  } finally {
    await closeDb();
  }
});
