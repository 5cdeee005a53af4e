import { CATEGORY_NAMES, categoryOf } from "@/lib/core/expenses/categories";
import { centsToDollars } from "@/lib/core/money/money";
import { csvLine, type Cell } from "@/lib/core/text/csv";
import { netsOf, Totals, type Entry } from "./entries";

/**
 * The entries in the shape of Splitwise's CSV, which other applications read: a row's cell of a person is what they paid
 * minus what they owe, so that each row sums to zero, and each column to the person's balance in the footer.
 * @param entries earliest first
 * @param names of everyone in the entries, by id: their columns
 * @param today the day of the footer
 */
export async function* splitwiseLines(
  entries: AsyncIterable<Entry>,
  names: ReadonlyMap<string, string>,
  today: string,
): AsyncGenerator<string> {
  const people = [...names.keys()];
  const nameOf = (id: string) => names.get(id) ?? id;
  const totals = new Totals();
  yield line(["Date", "Description", "Category", "Cost", "Currency", ...names.values()]);
  yield "\n";
  for await (const entry of entries) {
    totals.add(entry);
    const nets = netsOf(entry);
    yield line([
      ...[entry.day, ...whatOf(entry, nameOf), centsToDollars(entry.cents), "USD"],
      ...people.map((person) => centsToDollars(nets.get(person) ?? 0)),
    ]);
  }
  yield "\n";
  const balances = people.map((person) => centsToDollars(totals.balance(person)));
  yield line([today, "Total balance", " ", " ", "USD", ...balances]);
  yield "\n";
}

/** The description and the category, by which its readers recognize payments. */
function whatOf(entry: Entry, nameOf: (id: string) => string): [string, string] {
  if (entry.kind === "expense") return [entry.description, CATEGORY_NAMES[categoryOf(entry)]];
  return [`${nameOf(entry.from)} paid ${nameOf(entry.to)}`, "Payment"];
}

/** Without carriage returns, as Splitwise writes it. */
const line = (cells: readonly Cell[]) => csvLine(cells).replace(/\r\n$/, "\n");
