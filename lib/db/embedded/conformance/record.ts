import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { folder, type Recorded } from "./answers";
import { runRow } from "./run-row";
import { table } from "./rows";
import { openEmbedded, openOther } from "./targets";

/**
 * Compares the embedded database with the server that TEST_MONGODB_URI names, row by row, and prints
 * the differences. With `--write`, the answers are recorded: where a row says that a difference stays,
 * both servers' answers, elsewhere the other server's. Names of groups or rows limit the run.
 */
async function main(): Promise<void> {
  const write = process.argv.includes("--write");
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const embedded = await openEmbedded();
  const other = await openOther();
  if (!other) throw new Error("TEST_MONGODB_URI names the server to compare with; it is not set.");
  let rows = 0;
  let differences = 0;
  for (const [group, groupRows] of Object.entries(table)) {
    const recorded: Record<string, Recorded> = {};
    for (const row of groupRows) {
      if (wanted.length > 0 && !wanted.some((part) => group === part || row.name.includes(part))) continue;
      rows += 1;
      const mine = await runRow(embedded.client, embedded.db, row);
      const theirs = await runRow(other.client, other.db, row);
      recorded[row.name] = row.differs ? { answer: mine, other: theirs } : { answer: theirs };
      const same = JSON.stringify(mine) === JSON.stringify(theirs);
      if (same && row.differs) console.log(`# ${group} / ${row.name}: no longer differs`);
      if (same || row.differs) continue;
      differences += 1;
      console.log(`# ${group} / ${row.name}`);
      mine.forEach((answer, index) => {
        const [left, right] = [JSON.stringify(answer), JSON.stringify(theirs[index])];
        if (left !== right)
          console.log(
            `  step ${index} ${JSON.stringify(row.steps[index])?.slice(0, 200)}\n    embedded    ${left?.slice(0, 700)}\n    independent ${right?.slice(0, 700)}`,
          );
      });
    }
    if (write && wanted.length === 0) await writeAnswers(group, recorded);
  }
  console.log(`${rows} rows, ${differences} differences`);
  await embedded.close();
  await other.close();
}

/** Writes the answers of a group, laid out as the rest of the project. */
async function writeAnswers(group: string, recorded: Record<string, Recorded>): Promise<void> {
  const path = join(folder, `${group}.json`);
  const options = await resolveConfig(path);
  writeFileSync(path, await format(JSON.stringify(recorded), { ...options, parser: "json" }));
}

void main();
