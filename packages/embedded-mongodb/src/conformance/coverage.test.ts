import type { Document } from "mongodb";
import { commands } from "../commands";
import { fieldOperators } from "../query/filter-operators";
import { topLevelOperators } from "../query/filter";
import { accumulators } from "../query/group";
import { EXPRESSIONS } from "../query/mingo";
import { stages } from "../query/pipeline";
import { modifiers } from "../query/update-operators";
import { groups, readRows } from "./table";

/** Every supported operator and command appears in a row of the table, in the position where it is that operator. */
const rows = groups.flatMap(readRows);
const steps = rows.flatMap((row) => row.steps as Document[]);
const run = steps.map((step) => (step.run ?? step) as Document);

const list = (value: unknown): Document[] => (Array.isArray(value) ? (value as Document[]) : []);

/** The names of all fields within a value. */
function names(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(names);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...names(inner)]);
}

/** The stages of a pipeline and of the pipelines within them. */
function stagesOf(pipeline: unknown): [name: string, specification: Document][] {
  return list(pipeline).flatMap((stage) => {
    const [[name, given] = ["", null]] = Object.entries(stage ?? {});
    const specification = given as Document;
    return [[name, specification] as [string, Document], ...stagesOf(specification?.pipeline)];
  });
}

const pipelines = run.flatMap(({ pipeline }) => stagesOf(pipeline));
const ofStage = (...wanted: string[]) =>
  pipelines.filter(([name]) => wanted.includes(name)).map(([, s]) => s);
const groupFields = ofStage("$group").flatMap(({ _id, ...fields }) => Object.values(fields) as Document[]);

const used = {
  filters: [
    ...run.flatMap(({ filter, query, updates, deletes }) => [
      filter,
      query,
      ...list(updates),
      ...list(deletes),
    ]),
    ...ofStage("$match"),
  ].flatMap((filter: Document | undefined) => names(filter?.q ?? filter)),
  updates: run.flatMap(({ update, updates }) =>
    [update, ...list(updates).map(({ u }) => u as unknown)].flatMap(names),
  ),
  stages: pipelines.map(([name]) => name),
  accumulators: groupFields.flatMap((field) => Object.keys(field ?? {}).slice(0, 1)),
  expressions: names([
    run.map(({ projection }) => projection as unknown),
    ofStage("$project", "$addFields", "$set", "$replaceRoot"),
    groupFields.flatMap((field) => Object.values(field ?? {})),
  ]),
  commands: steps.flatMap((step) =>
    "commit" in step
      ? "commitTransaction"
      : "abort" in step
        ? "abortTransaction"
        : Object.keys(step.run ?? step)[0],
  ),
};

// Each server answers these differently: see `commands/commands.test.ts` and the planner's tests.
const ABOUT_ITSELF =
  "buildInfo buildinfo connectionStatus explain hello hostInfo isMaster " + "ismaster listDatabases validate";
// The driver sends these: rows read their cursors to the end and end their sessions.
const BY_THE_DRIVER = "endSessions getMore";
const withoutRow = new Set([...ABOUT_ITSELF.split(" "), ...BY_THE_DRIVER.split(" ")]);

test.each<[keyof typeof used, string[]]>([
  ["filters", [...Object.keys(fieldOperators), ...Object.keys(topLevelOperators)]],
  ["updates", [...Object.keys(modifiers), "$each"]],
  ["stages", Object.keys(stages)],
  ["accumulators", Object.keys(accumulators)],
  ["expressions", [...EXPRESSIONS]],
  ["commands", Object.keys(commands).filter((name) => !withoutRow.has(name))],
])("the rows cover all supported %s", (kind, served) => {
  const found = new Set(used[kind]);
  expect(served.filter((name) => !found.has(name))).toEqual([]);
});
