import fc from "fast-check";
import { propertySeed } from "@/lib/testing/properties";
import { runSteps } from "./run-row";
import { scenarios, type Scenario } from "./scenarios";
import { openEmbedded, openOther, type Target } from "./targets";

/**
 * Random documents, indexes, queries, updates, and transactions: the embedded database answers the same with and
 * without indexes, and, with TEST_MONGODB_URI, the same as that server. RANDOM_RUNS sets their number, PROPERTY_SEED
 * the seed.
 */
const withOther = Boolean(process.env.TEST_MONGODB_URI);
const runs = Number(process.env.RANDOM_RUNS ?? (withOther ? 2000 : 200));
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
  // A unique index changes answers by definition; others must not.
  const indexes = scenario.indexes
    .filter((index) => indexed || index.unique)
    .map((index) => ({ name: JSON.stringify(index.key), ...index }));
  const made = indexes.length > 0 ? [{ createIndexes: "c", indexes }] : [];
  const documents = { insert: "c", documents: scenario.documents, ordered: false };
  const steps = [...made, documents, ...scenario.steps, { find: "c", filter: {}, sort: { _id: 1 } }];
  return (await runSteps(target, steps, collection)).slice(made.length).map(withoutKeys);
}

// If a document violates two unique indexes, either may be reported.
function withoutKeys(answer: unknown): unknown {
  const named = new Set(["keyPattern", "keyValue"]);
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (named.has(key) ? undefined : value)));
}

async function sameEverywhere(scenario: Scenario): Promise<void> {
  const collection = `r${(count += 1)}`;
  const indexed = await live(embedded, scenario, `${collection}i`, true);
  const plain = await live(embedded, scenario, `${collection}p`, false);
  expect(indexed).toEqual(plain);
  // The independent server gets only the unique indexes, because other indexes can change its results (see "with an
  // index" in the table).
  if (!other) return;
  const theirs = await live(other, scenario, collection, false);
  // Unsupported operations (decimal arithmetic) are refused; from there on, the two differ.
  const refused = plain.findIndex((answer) => JSON.stringify(answer).includes(`:${NOT_SERVED}`));
  const compared = refused === -1 ? plain.length : refused;
  expect(plain.slice(0, compared)).toEqual(theirs.slice(0, compared));
}

test(`${runs} random histories of a collection`, async () => {
  const lane = (index: number) =>
    fc.assert(fc.asyncProperty(scenarios, sameEverywhere), {
      numRuns: Math.ceil(runs / lanes),
      seed: propertySeed + index,
      endOnFailure: Boolean(process.env.RANDOM_FIRST),
    });
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
}, 300_000);
