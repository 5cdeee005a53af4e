import { readAnswers } from "./answers";
import { runRow } from "./run-row";
import { table } from "./rows";
import { openEmbedded, openOther, type Target } from "./targets";

/**
 * The table of commands and queries: the embedded database answers what is recorded, and so does the
 * server that TEST_MONGODB_URI names (`npm run test:db`). Answers are recorded anew with `record.ts`.
 */
const kinds = process.env.TEST_MONGODB_URI ? ["embedded", "other"] : ["embedded"];

test("the table has its rows: at least 300, each with a name of its own and a recorded answer", () => {
  const rows = Object.values(table).flat();
  expect(rows.length).toBeGreaterThanOrEqual(300);
  expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
  for (const [group, groupRows] of Object.entries(table)) {
    expect(Object.keys(readAnswers(group)).sort()).toEqual(groupRows.map((row) => row.name).sort());
  }
});

describe.each(kinds)("the table on the %s database", (kind) => {
  let target: Target;

  beforeAll(async () => {
    const opened = kind === "embedded" ? await openEmbedded() : await openOther();
    if (!opened) throw new Error("TEST_MONGODB_URI was set when the tests were collected");
    target = opened;
  });

  afterAll(() => target.close());

  describe.each(Object.entries(table))("%s", (group, rows) => {
    const answers = readAnswers(group);

    test.each(rows.map((row) => [row.name, row] as const))("%s", async (name, row) => {
      const recorded = answers[name];
      const answer = await runRow(target.client, target.db, row);
      // A real MongoDB answers like the embedded database; the independent server may differ as recorded.
      const differs = kind === "other" && JSON.stringify(answer) === JSON.stringify(recorded?.other);
      expect(answer).toEqual(differs ? recorded?.other : recorded?.answer);
    });
  });
});
