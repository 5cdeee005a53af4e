import { normalize } from "./normalize";
import { runRow } from "./run-row";
import { groups, readRows } from "./table";
import { openEmbedded, openOther, type Target } from "./targets";

/**
 * The table of commands and queries: the embedded database gives the recorded answers, and so does the server of
 * TEST_MONGODB_URI (`npm run test:db`). `record.ts` records them.
 */
const kinds = process.env.TEST_MONGODB_URI ? ["embedded", "other"] : ["embedded"];
const table = groups.map((group) => [group, readRows(group)] as const);

test.each(table)("the rows of %s have unique names, and answers", (_group, rows) => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  for (const { answer, steps } of rows) expect(answer).toHaveLength(steps.length);
});

test("documents are compared completely, whatever their field names", () => {
  const doc = { _id: 1, v: 1, ns: 2, note: 3, msg: 4, ok: 5, errmsg: 6, nested: { ok: 7 } };
  expect(normalize([doc])).toEqual([doc]);
});

describe.each(kinds)("the table on the %s database", (kind) => {
  let target: Target;

  beforeAll(async () => {
    const opened = kind === "embedded" ? await openEmbedded() : await openOther();
    if (!opened) throw new Error("TEST_MONGODB_URI was set when the tests were collected");
    target = opened;
  });

  afterAll(() => target.close());

  describe.each(table)("%s", (_group, rows) => {
    test.each(rows.map((row) => [row.name, row] as const))("%s", async (_name, row) => {
      const answer = await runRow(target, row);
      // A real MongoDB answers like the embedded database; the independent server may differ as recorded.
      const differs = kind === "other" && JSON.stringify(answer) === JSON.stringify(row.other);
      expect(answer).toEqual(differs ? row.other : row.answer);
    });
  });
});
