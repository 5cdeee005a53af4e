import { parseArgs } from "node:util";
import { getDb } from "@/lib/db/client";
import { prepareDatabase } from "@/lib/db/prepare";
import { DUPLICATE_KEY, hasCode } from "@/lib/db/server-errors";
import { people } from "@/lib/seed/people";
import { seedIfEmpty } from "@/lib/seed/seed-if-empty";
import { type Amounts, amountsFor, writeBulk } from "@/lib/seed/write-bulk";
import { DEFAULT_SEED } from "@/lib/seed/write-scenario";
import { runCommand } from "./command";
import { endProgress, progress } from "./progress";

const HELP = `npm run seed [-- --seed N]
  Fills an empty database with the demo people, their groups, events, and expenses.

npm run seed -- --expenses N [--events N] [--groups N] [--people N] [--members N] [--seed N]
  Adds a large data set to the database; missing options are derived from the number of expenses. A group has --members
  people, or a random number of them.
  The same seed creates the same people, so a database with demo data needs --seed.`;

/** Parses an integer of at least `least`; undefined if the option is missing. @throws Error */
function count(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least)
    throw new Error(`--${name} must be a whole number of at least ${least}.`);
  return value;
}

async function seedLarge(amounts: Amounts, seed: number): Promise<void> {
  const writing = writeBulk(amounts, seed, (written) =>
    progress("Writing expenses", written, amounts.expenses),
  );
  await writing.catch((error: unknown) => {
    if (!hasCode(error, DUPLICATE_KEY)) throw error;
    throw new Error(`The database already has the people of seed ${seed}. Add --seed with another number.`);
  });
}

void runCommand(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      people: { type: "string" },
      members: { type: "string" },
      groups: { type: "string" },
      events: { type: "string" },
      expenses: { type: "string" },
    },
  });
  const seed = count("seed", values.seed, 0) ?? DEFAULT_SEED;
  const expenses = count("expenses", values.expenses, 1);
  const events = count("events", values.events, 1);
  const groups = count("groups", values.groups, 1);
  const peopleCount = count("people", values.people, 2);
  const members = count("members", values.members, 2);
  const large = [expenses, events, groups, peopleCount, members].some((value) => value !== undefined);
  progress("Preparing the database");
  await prepareDatabase(await getDb());
  if (large) {
    const amounts = amountsFor({ expenses, events, groups, people: peopleCount, members });
    await seedLarge(amounts, seed);
    endProgress();
    console.log(`${amounts.expenses} expenses were created.`);
    return 0;
  }
  progress("Writing demo data");
  const seeded = await seedIfEmpty(seed);
  endProgress();
  if (seeded) {
    console.log(`${people.length} demo people with groups, events, and expenses were created.`);
    return 0;
  }
  console.error("The database is not empty. Nothing was written.");
  return 1;
}, HELP);
