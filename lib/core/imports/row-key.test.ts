import { encoded, splitwiseCsv, type SplitwiseFileRow } from "@/testing/import-files";
import type { ImportFile } from "./import-file";
import { readImportFile } from "./read-file";
import { rowKey } from "./row-key";

async function fileOf(
  people: string[],
  rows: SplitwiseFileRow[],
  language: "en" | "de" = "en",
): Promise<ImportFile> {
  const result = await readImportFile(encoded(splitwiseCsv({ people, rows, language })));
  if (result.ok !== true) throw new Error(JSON.stringify(result));
  return result.file;
}

const keysOf = ({ rows }: ImportFile, keys: string[]) => rows.map((row) => rowKey(row, keys));

const dinner = { description: "Dinner", cost: 9001, nets: [4000, 2000, -6000] };
const coffee = { description: "Coffee", cost: 300, nets: [150, -150, 0] };
const paid: SplitwiseFileRow = { cost: 500, nets: [0, 500, -500], payment: true };

test("every row of a file has its own key, also identical ones", async () => {
  const keys = keysOf(await fileOf(["Ana", "Ben", "Cy"], [dinner, coffee, coffee, paid, paid]), [
    "a",
    "b",
    "c",
  ]);
  expect(new Set(keys).size).toBe(5);
});

test("stays the same in a newer export, with a new person and another order of people", async () => {
  const before = await fileOf(["Ana", "Ben", "Cy"], [dinner, coffee, coffee, paid]);
  const turned = [dinner, coffee, coffee, paid, coffee].map((row) => {
    const [ana, ben, cy] = row.nets;
    return { ...row, nets: [0, cy!, ben!, ana!] };
  });
  const after = await fileOf(["New", "Cy", "Ben", "Ana"], turned);
  const keys = keysOf(after, ["new", "c", "b", "a"]);
  expect(keys.slice(0, 4)).toEqual(keysOf(before, ["a", "b", "c"]));
  expect(keysOf(before, ["a", "b", "c"])).not.toContain(keys[4]);
});

test.each<[string, SplitwiseFileRow]>([
  ["day", { ...coffee, date: "2026-03-15" }],
  ["description", { ...coffee, description: "Tea" }],
  ["cost", { ...coffee, cost: 301 }],
  ["share", { ...coffee, nets: [151, -151, 0] }],
  ["person", { ...coffee, nets: [150, 0, -150] }],
  ["kind", { ...coffee, cost: 150, payment: true }],
])("is another one for another %s", async (_, row) => {
  const people = ["Ana", "Ben", "Cy"];
  const keys = ["a", "b", "c"];
  expect(keysOf(await fileOf(people, [row]), keys)).not.toEqual(keysOf(await fileOf(people, [coffee]), keys));
});
