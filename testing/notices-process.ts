import { appendFileSync } from "node:fs";
import path from "node:path";
import { ObjectId } from "mongodb";
import { closeDb, getDb } from "@/lib/db/client";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { makeNotices } from "@/lib/db/notices/outbox";
import { saveNoticeSettings } from "@/lib/db/notices/settings";
import { prepareDatabase } from "@/lib/db/prepare";
import { deliverDue, type Targets } from "@/lib/server/notices/deliver";
import { dieBefore } from "./killed-process";
import { aGroup, anEvent, aPerson } from "./people";
import { violations } from "./violations";

// The process that lib/server/notices/kill.test.ts kills, on the database in DATA_DIR. Arguments: the minute in which it makes
// and sends what is due; what is added before, if anything; and before which database command it dies. What is sent is
// written to the file "sent".

const START = Date.now() - 20 * 60 * 60_000;

async function addPeople(): Promise<void> {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  await anEvent(await aGroup("Lisbon", [ana, ben]), "Weekend", [ana, ben]);
  await saveNoticeSettings(ben._id, { push: ["charged"] });
}

async function add(description: string, at: Date): Promise<void> {
  const event = (await (await collections()).events.findOne())!;
  const { _id: eventId, createdBy: recorder, participants: splitWith } = event;
  await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder,
    splitWith,
    at,
    description,
    cents: 1_000,
  });
}

async function main(): Promise<void> {
  const [minute, description, position] = process.argv.slice(2);
  const at = (minutes: number) => new Date(START + (Number(minute) + minutes) * 60_000);
  await prepareDatabase(await getDb());
  const { users } = await collections();
  if ((await users.countDocuments()) === 0) await addPeople();
  if (description) await add(description, at(0));
  if (position) dieBefore(Number(position));
  await makeNotices(at(0));
  const targets: Targets = {
    push: async () => [
      {
        id: "phone",
        send: async ({ text }) => {
          appendFileSync(path.join(process.env["DATA_DIR"]!, "sent"), `${text}\n`);
          return "sent";
        },
      },
    ],
    email: async () => [],
  };
  await deliverDue(targets, () => at(11));
  process.stdout.write(JSON.stringify(await violations()));
  await closeDb();
}

void main();
