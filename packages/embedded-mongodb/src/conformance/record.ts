import { isDeepStrictEqual } from "node:util";
import { runRow } from "./run-row";
import { groups, readRows, writeRows, type Recorded } from "./table";
import { openEmbedded, openOther } from "./targets";

/**
 * Compares the embedded database with the server of TEST_MONGODB_URI row by row, and prints the differences. With
 * `--write`, records the other server's answers. To keep a difference, add a `why` and the `page` of MongoDB's manual
 * to the row's line and record again: then both answers are stored.
 */
async function main(): Promise<void> {
  const embedded = await openEmbedded();
  const other = await openOther();
  if (!other) throw new Error("TEST_MONGODB_URI names the server to compare with; it is not set.");
  let differences = 0;
  for (const group of groups) {
    const recorded: Recorded[] = [];
    for (const row of readRows(group)) {
      const [mine, theirs] = [await runRow(embedded, row), await runRow(other, row)];
      const same = isDeepStrictEqual(mine, theirs);
      recorded.push(same || !row.why ? { answer: theirs } : { answer: mine, other: theirs });
      if (same && row.why) console.log(`# ${group} / ${row.name}: no longer differs`);
      if (same || row.why) continue;
      differences += 1;
      console.log(`# ${group} / ${row.name}`);
      for (const [index, answer] of mine.entries()) {
        if (isDeepStrictEqual(answer, theirs[index])) continue;
        console.log(`  step ${index} ${JSON.stringify(row.steps[index]).slice(0, 200)}`);
        console.log(`    embedded    ${JSON.stringify(answer).slice(0, 700)}`);
        console.log(`    independent ${JSON.stringify(theirs[index]).slice(0, 700)}`);
      }
    }
    if (process.argv.includes("--write")) writeRows(group, recorded);
  }
  console.log(`${differences} differences without a reason`);
  await Promise.all([embedded.close(), other.close()]);
}

void main();
