import { splitwiseLines } from "./splitwise";
import { tableLines } from "./table";
import { netsOf, peopleOf, type Entry } from "./entries";
import { detailsOf } from "../expenses/details";

const place = { day: "2026-03-14", group: "Alps", event: "Trip" };
const gum: Entry = {
  ...place,
  kind: "expense",
  description: "Gum",
  cents: 1,
  whole: null,
  mode: "equal",
  ...detailsOf(),
  payers: [{ user: "a", cents: 1 }],
  shares: [
    { user: "a", cents: 0 },
    { user: "b", cents: 1 },
    { user: "c", cents: 0 },
  ],
};
const paid: Entry = { ...place, kind: "payment", from: "b", to: "a", cents: 1, method: null, note: "" };
const moved: Entry = { ...place, kind: "plan", from: "b", to: "a", cents: 7 };
const names = new Map([
  ["a", "Ana"],
  ["b", "Ben"],
]);

async function* entries(list: readonly Entry[]) {
  yield* list;
}
async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const line of lines) text += line;
  return text;
}

test("an entry changes what people are owed by amounts that sum to zero; a share of nothing needs no column", () => {
  expect([gum, paid, moved].map((entry) => [...netsOf(entry)])).toEqual([
    [
      ["a", 1],
      ["b", -1],
    ],
    [
      ["b", 1],
      ["a", -1],
    ],
    [
      ["b", 7],
      ["a", -7],
    ],
  ]);
  expect(peopleOf(gum)).toEqual(["a", "b"]);
});

test("what plans moved counts in the balances, and is told where it matters", async () => {
  const [inEvent, inGroup] = await Promise.all(
    (["event", "group"] as const).map((of) => textOf(tableLines(entries([gum, paid, moved]), names, of))),
  );
  // Between them, nothing in the columns of details and splits.
  expect(inEvent).toMatch(/Trip,Plan,Moved to other events,+Ben,Ana,,,0\.07,,\r\n/);
  expect(inEvent).toMatch(/,,Total,Moved to other events,+-0\.07,0\.07\r\n/);
  expect(inEvent).toMatch(/,,Total,Balance \(negative: owes\),+-0\.07,0\.07\r\n/);
  expect(inGroup).not.toContain("Total,Moved");
  const shape = await textOf(splitwiseLines(entries([gum, moved]), names, "2026-11-29"));
  expect(shape.split("\n")).toEqual([
    "Date,Description,Category,Cost,Currency,Ana,Ben",
    "",
    "2026-03-14,Gum,Other,0.01,USD,0.01,-0.01",
    "2026-03-14,Ben paid Ana,Payment,0.07,USD,-0.07,0.07",
    "",
    '2026-11-29,Total balance," "," ",USD,-0.06,0.06',
    "",
    "",
  ]);
});
