import fc from "fast-check";
import type { Document } from "mongodb";
import { runs } from "../testing/runs";
import { runSteps } from "./run-row";
import { scenarios, type Scenario } from "./scenarios";
import type { Step } from "./table";
import { openEmbedded, openOther, type Target } from "./targets";

/**
 * Random documents, indexes, queries, updates, and transactions: the embedded database answers the same with and
 * without indexes, and, with TEST_MONGODB_URI, the same as that server. PROPERTY_SEED sets the seed.
 */
const withOther = Boolean(process.env.TEST_MONGODB_URI);
const RUNS = runs(withOther ? 2000 : 400);
const lanes = 4;
/** MongoDB's error code CommandNotSupported. */
const NOT_SERVED = 115;

let embedded: Target;
let other: Target | null;
let count = 0;

beforeAll(async () => {
  embedded = await openEmbedded();
  other = await openOther();
});

afterAll(async () => {
  await embedded.close();
  await other?.close();
});

async function live(
  target: Target,
  scenario: Scenario,
  collection: string,
  indexed: boolean,
): Promise<unknown[]> {
  const named = scenario.indexes.map((index): Document => ({ name: JSON.stringify(index.key), ...index }));
  const create = (indexes: Document[]) =>
    indexes.length > 0 ? runSteps(target, [{ createIndexes: "c", indexes }], collection) : null;
  // A unique index changes answers by definition; others must not. They are built from the documents, then maintained.
  await create(named.filter(({ unique }) => unique));
  const documents = { insert: "c", documents: scenario.documents, ordered: false };
  const inserted = await runSteps(target, [documents], collection);
  if (indexed) await create(named.filter(({ unique }) => !unique));
  const steps = [...scenario.steps, { find: "c", filter: {}, sort: { _id: 1 } }];
  return [...inserted, ...(await runSteps(target, steps, collection))].map(withoutKeys);
}

// If a document violates two unique indexes, either may be reported.
function withoutKeys(answer: unknown): unknown {
  const named = new Set(["keyPattern", "keyValue"]);
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (named.has(key) ? undefined : value)));
}

// If an update of several documents fails, the index decides which of them have been changed.
function failedHalfway(step: Step | undefined, answer: unknown): boolean {
  const text = JSON.stringify([step, answer]);
  return text.includes('"multi":true') && text.includes('"writeErrors"');
}

async function sameEverywhere(scenario: Scenario): Promise<void> {
  const collection = `r${(count += 1)}`;
  const indexed = await live(embedded, scenario, `${collection}i`, true);
  const plain = await live(embedded, scenario, `${collection}p`, false);
  const inAnyOrder = plain.findIndex((answer, index) => failedHalfway(scenario.steps[index - 1], answer));
  const same = inAnyOrder === -1 ? plain.length : inAnyOrder;
  expect(indexed.slice(0, same)).toEqual(plain.slice(0, same));
  expect(await embedded.db.command({ validate: `${collection}i` })).toMatchObject({ valid: true });
  // The independent server gets only the unique indexes, because other indexes can change its results (see "with an
  // index" in the table).
  if (!other) return;
  const theirs = await live(other, scenario, collection, false);
  // Unsupported operations (an element added by its index) are refused; from there on, the two differ.
  const refused = plain.findIndex((answer) => JSON.stringify(answer).includes(`:${NOT_SERVED}`));
  const compared = refused === -1 ? same : Math.min(refused, same);
  expect(plain.slice(0, compared)).toEqual(theirs.slice(0, compared));
}

test(`${RUNS} random histories of a collection`, async () => {
  const lane = (index: number) =>
    fc.assert(fc.asyncProperty(scenarios, sameEverywhere), {
      numRuns: Math.ceil(RUNS / lanes),
      seed: Number(fc.readConfigureGlobal().seed) + index,
      endOnFailure: Boolean(process.env.RANDOM_FIRST),
    });
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
});
