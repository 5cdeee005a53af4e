import { encoded, evenlyFile, spliitJson, splitwiseCsv } from "@/testing/import-files";
import { MAX_IMPORT_BYTES } from "./import-file";
import { readImportFile } from "./read-file";

const UNKNOWN =
  "Evenly can't read this file. It reads Splitwise's CSV, Spliit's JSON, and its own JSON exports.";

const group = evenlyFile(["Ana", "Ben"]);
const evenly = group.group([group.event({ expenses: [group.expense({ 0: 1000 }, { 0: 500, 1: 500 })] })]);

test.each([
  ["splitwise", splitwiseCsv({ people: ["A", "B"], rows: [{ cost: 200, nets: [100, -100] }] })],
  [
    "spliit",
    spliitJson({
      people: ["A", "B"],
      expenses: [{ amount: 200, paidBy: 0, paidFor: [{ person: 1, shares: 100 }] }],
    }),
  ],
  ["evenly", JSON.stringify(evenly)],
  ["evenly", `\uFEFF\n${JSON.stringify(evenly, null, 2)}`],
])("recognizes a file of %s by its contents", async (source, text) => {
  expect(await readImportFile(encoded(text))).toMatchObject({ ok: true, file: { source } });
});

test.each<[string, string | Uint8Array, string]>([
  ["an empty file", "", "This file is empty."],
  ["a blank file", "\uFEFF \r\n\t", "This file is empty."],
  ["a file of over 5 MB", new Uint8Array(MAX_IMPORT_BYTES + 1), "A file can be at most 5 MB."],
  ["a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d), UNKNOWN],
  ["random bytes", Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256), UNKNOWN],
  [
    "HTML",
    '<!doctype html><html><head><meta content="a,b,c,d,e,f,g"></head><body>Log in</body></html>',
    UNKNOWN,
  ],
  ["a PDF", "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer\n%%EOF", UNKNOWN],
  ["a text", "Dear Ana,\nI owe you $5.\n", UNKNOWN],
  [
    "another table",
    "Date,Payee,Account,Memo,Category,Amount\n2026-01-01,Shop,Cash,Milk,Food,1.00\n",
    UNKNOWN,
  ],
  [
    "Evenly's table of expenses",
    "Date,Event,Description,Category,Note,Paid by,Amount,Ana\n2026-01-01,Trip,Tea,Food,,Ana,2.00,2.00\n",
    UNKNOWN,
  ],
  ["a zip file", "PK\u0003\u0004\u0014\u0000", UNKNOWN],
  ["JSON with a zero byte", `{"participants": [], "expenses": "\0"}`, UNKNOWN],
  ["broken JSON", '{"participants": [', UNKNOWN],
  ["other JSON", '{"name": "evenly", "dependencies": {}}', UNKNOWN],
  ["a list", "[1, 2, 3]", UNKNOWN],
  ["deep JSON", '{"a":'.repeat(200_000), UNKNOWN],
  ["deep JSON that ends", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`, UNKNOWN],
])("refuses %s", async (_, contents, problem) => {
  const bytes = typeof contents === "string" ? encoded(contents) : contents;
  expect(await readImportFile(bytes)).toEqual({ ok: false, row: null, problem });
});

test("ignores deep JSON in fields that it does not read", async () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const text = JSON.stringify(evenly).replace('"exportedAt":', `"later":${deep},"exportedAt":`);
  expect(await readImportFile(encoded(text))).toMatchObject({ ok: true });
});

const many = (entry: string) => `[${Array(200_000).fill(entry).join(",")}]`;

test.each([
  ["participants", "0", "participants"],
  ["participants", "{}", "id"],
  ["participants", '{"id":"","name":"A"}', "id"],
  ["members", "0", "members"],
  ["members", '{"_id":"","name":"A"}', "_id"],
])("of 200,000 %s like %s, the first problem is told", async (list, entry, field) => {
  const text =
    list === "members"
      ? `{"exportedAt":"","group":{"title":"A","members":${many(entry)}},"events":[]}`
      : `{"name":"A","participants":${many(entry)},"expenses":[]}`;
  expect(await readImportFile(encoded(text))).toMatchObject({
    ok: false,
    problem: `This file can't be read: “${field}” is missing or wrong.`,
  });
});
