import type { Expense } from "@/lib/contract/expenses";
import type { FriendSummaryItem } from "@/lib/contract/friends";
import type { Settlement } from "@/lib/contract/settlements";
import { Random } from "@/lib/seed/random";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// All screens that show a debt between two people show the same amount, whatever happened before.

const STEPS = 30;
const SEED = 20_261_122;

/** The dollars in a text about two people, negative for "you owe"; 0 if there are none. */
function figureIn(text: string): number {
  const [, words = "", dollars = "0"] =
    /(you owe|owes you|you're owed)[^$]*\$([\d,]+\.\d\d)/i.exec(text) ?? [];
  return Number(dollars.replaceAll(",", "")) * (/you owe/i.test(words) ? -1 : 1) || 0;
}

/** The elements of a server-rendered screen that contain another one. */
async function read(viewer: Actor, path: string, selector: string): Promise<string[]> {
  const html = await (await viewer.fetch("GET", path)).text();
  return viewer.page.evaluate(
    ([document, wanted]) =>
      [...new DOMParser().parseFromString(document!, "text/html").querySelectorAll(wanted!)].map(
        (element) => element.textContent ?? "",
      ),
    [html, selector],
  );
}

test("home, profile, group, and event show the same amounts after each of 30 random steps", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const cleo = await person("cleo.marsh");
  const people = [ana, ben, cleo];
  const group = await groupOf(ana, [ben, cleo]);
  const event = await eventIn(group, ana);
  const random = new Random(SEED);
  const deleted: { _id: string; payer: Actor }[] = [];
  const payerOf = (expense: Expense) => people.find(({ id }) => id === expense.paidBy._id)!;
  const someone = () => people.filter(() => random.chance(2 / 3)).map(({ id }) => id);

  const add = async () => {
    const splitWith = someone();
    await expenseIn(
      event,
      random.pick(people),
      "Things",
      random.int(100, 9_099) / 100,
      splitWith.length > 0 ? splitWith : [ben.id],
    );
    return "adds";
  };

  /**
   * One random change by someone who is allowed to make it.
   * @returns its kind; an addition if there is nothing to change
   */
  async function step(): Promise<string> {
    const listed = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
    const payments = await ana.get<Settlement[]>(`/api/settlements?eventId=${event._id}`);
    const open = payments.filter(({ settled }) => !settled);
    const paid = payments.filter(({ settled }) => settled);
    const kind = random.int(0, 7);
    if (kind === 0 && listed.length > 0) {
      const expense = random.pick(listed);
      await payerOf(expense).put(`/api/expenses/${expense._id}`, {
        description: "Other things",
        amount: random.int(100, 9_099) / 100,
        splitWith: [ana.id, ben.id],
      });
      return "edits";
    }
    if (kind === 1 && listed.length > 0) {
      const expense = random.pick(listed);
      await payerOf(expense).delete(`/api/expenses/${expense._id}`);
      deleted.push({ _id: expense._id, payer: payerOf(expense) });
      return "deletes";
    }
    if (kind === 2 && deleted.length > 0) {
      const [{ _id, payer }] = deleted.splice(random.int(0, deleted.length - 1), 1) as [
        (typeof deleted)[number],
      ];
      await payer.put(`/api/expenses/${_id}/restore`);
      return "restores";
    }
    if ((kind === 3 || kind === 4) && open.length > 0) {
      const { _id, amount } = random.pick(open);
      const part = Math.max(0.01, Math.floor(amount * 50) / 100);
      await ana.put(`/api/settlements/${_id}/settle`, {
        settled: true,
        amount,
        ...(kind === 4 && part < amount && { part }),
      });
      return kind === 4 ? "pays a part" : "settles";
    }
    if (kind === 5 && paid.length > 0) {
      await ana.put(`/api/settlements/${random.pick(paid)._id}/settle`, { settled: false });
      return "unsettles";
    }
    return add();
  }

  const done = new Set<string>();
  for (let index = 1; index <= STEPS; index++) {
    const what = await step();
    done.add(what);
    const summary = await ana.get<FriendSummaryItem[]>("/api/users/friends/summary");
    const net = summary.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
    const listed = await read(ana, groupUrl(group), "main li");
    const row = listed.find((text) => text.includes(event.title)) ?? "";
    // A row also contains the event's total.
    expect(
      figureIn(row.slice(row.search(/you owe|you're owed/))),
      `step ${index}, which ${what}, group`,
    ).toBe(net);
    for (const other of [ben, cleo]) {
      const amount = summary.find(({ _id }) => _id === other.id)?.amount ?? 0;
      const home = await read(ana, "/friends", `main li:has(a[href="/friends/${other.id}"])`);
      const profile = await read(ana, `/friends/${other.id}`, 'main [role="status"]');
      const rows = await read(ana, eventUrl(event), 'section[aria-label="Balance"] li');
      const shown = {
        home: figureIn(home.find((text) => text.includes("$")) ?? ""),
        profile: figureIn(profile.join(" ")),
        event: figureIn(rows.find((text) => text.includes(other.name) && /you/i.test(text)) ?? ""),
      };
      expect(shown, `step ${index}, which ${what}, ${other.name}`).toEqual({
        home: amount,
        profile: amount,
        event: amount,
      });
    }
  }
  expect([...done].sort(), "every kind of step was taken").toEqual([
    "adds",
    "deletes",
    "edits",
    "pays a part",
    "restores",
    "settles",
    "unsettles",
  ]);
});
