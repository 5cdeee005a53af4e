import fc from "fast-check";
import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import type { SearchFilter } from "@/lib/contract/expenses";
import { CATEGORIES, categoryOf, type Category } from "@/lib/core/expenses/categories";
import { SEARCHED_EXPENSES } from "@/lib/core/limits";
import { centsToDollars } from "@/lib/core/money/money";
import { dateOnly } from "@/lib/core/text/dates";
import { collections } from "@/lib/db/collections";
import { deleteEvent } from "@/lib/db/events/delete";
import { createExpense, deleteExpense } from "@/lib/db/expenses";
import { removeMember } from "@/lib/db/groups";
import { deleteGroup } from "@/lib/db/groups/deleted";
import { eitherSign } from "@/testing/arbitraries";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, anEvent, aPerson } from "@/testing/people";
import { loadSearchPage, searchView } from "./search";

useTestDatabase();

type Added = {
  day: string;
  event: ObjectId;
  note?: string;
  category?: Category;
  with?: Viewer[];
  payer?: Viewer;
};

const add = (recorder: Viewer, description: string, cents: number, { day, event, ...more }: Added) =>
  createExpense({
    _id: new ObjectId(),
    eventId: event,
    recorder: recorder._id,
    description,
    cents,
    note: more.note ?? "",
    category: more.category ?? null,
    day: new Date(day),
    splitWith: (more.with ?? [recorder]).map(({ _id }) => _id),
    ...(more.payer && { payers: [{ user: more.payer.id, cents }] }),
  });

async function everything(viewer: Viewer, filter: SearchFilter, limit = 500) {
  const expenses: Awaited<ReturnType<typeof searchView>>["rows"]["expenses"] = [];
  let sums = {};
  let cursor: string | null | undefined;
  do {
    const page = await searchView(viewer, filter, { limit, ...(cursor && { cursor }) });
    const { expenses: found, ...rest } = page.rows;
    // Each page has the sums of all.
    if (cursor) expect(rest).toEqual(sums);
    sums = rest;
    expenses.push(...found);
    cursor = page.nextCursor;
  } while (cursor);
  return { expenses, sums };
}

describe("the words of a search", () => {
  let ana: Viewer;
  let ben: Viewer;
  let group: string;

  beforeAll(async () => {
    ana = await aPerson("Ana");
    ben = await aPerson("Ben Núñez");
    const trips = await aGroup("Trips", [ana, ben]);
    group = String(trips);
    const event = await anEvent(trips, "Lisbon", [ana]);
    await add(ana, "Café Luso", 1250, { day: "2026-03-01", event });
    await add(ana, "Train to Lisbon", 4000, { day: "2026-03-03", event, note: "Car 12, window" });
    await add(ana, "Taxi (airport)", 1800, { day: "2026-03-02", event });
    const flat = await anEvent(await aGroup("Flat", [ana]), "March", [ana]);
    await add(ana, "Cafe at home", 900, { day: "2026-03-04", event: flat });
    const { _id } = await add(ana, "Café, deleted", 700, { day: "2026-03-05", event });
    await deleteExpense(ana._id, _id);
    await add(ana, "Sunset", 5000, { day: "2026-02-01", event, category: "gifts", with: [ana, ben] });
    await add(ana, "Tapas", 5000, { day: "2026-02-01", event, payer: ben });
    const porto = await anEvent(trips, "Porto", [ana]);
    await add(ana, "Fish", 2200, { day: "2026-04-01", event: porto });
  });

  test.each<[text: string, found: string[]]>([
    ["cafe", ["Café Luso"]],
    ["  LISBON   train ", ["Train to Lisbon"]],
    ["train window", ["Train to Lisbon"]],
    ["train porto", []],
    ["(air", ["Taxi (airport)"]],
    [".*", []],
    ["C:\\Quarterly", []],
    ["12/1", []],
    ["12.50", ["Café Luso"]],
    ["$12,50", ["Café Luso"]],
    ["12", ["Train to Lisbon"]],
    ["fish", ["Fish"]],
    ["nunez", ["Tapas", "Sunset"]],
    ["ben gifts", ["Sunset"]],
    // The airport is travel.
    ["transport", ["Train to Lisbon"]],
    ["tra", ["Train to Lisbon", "Taxi (airport)"]],
    ["be", []],
  ])("%j finds %j", async (q, expected) => {
    const { expenses } = await everything(ana, { q, group });
    expect(expenses.map(({ description }) => description)).toEqual(expected);
  });

  test("a word that names people finds them as participants, and only the viewer's and the person's shares", async () => {
    const sharesOf = async (filter: SearchFilter) =>
      (await everything(ana, { ...filter, group })).expenses.map((one) => [
        one.description,
        one.shares.map(({ user }) => user),
        one.reasons,
      ]);
    expect(await sharesOf({ q: "ben gifts" })).toEqual([["Sunset", [ana.id], ["with Ben", "Gifts"]]]);
    expect((await sharesOf({ q: "gifts", person: ben.id }))[0]?.[1]).toEqual([ana.id, ben.id]);
  });

  test("all groups are searched, the latest first, and each expense says where it is", async () => {
    const { expenses } = await everything(ana, { q: "cafe" });
    expect(expenses.map((one) => [one.description, one.eventTitle, one.groupTitle])).toEqual([
      ["Cafe at home", "March", "Flat"],
      ["Café Luso", "Lisbon", "Trips"],
    ]);
  });

  test("a category has what its figure counts: a suggestion with an accent, and what nothing suggests", async () => {
    const inCategory = async (category: Category) =>
      (await everything(ana, { q: "", group, category })).expenses.map(({ description }) => description);
    expect(await inCategory("dining")).toEqual(["Café Luso"]);
    expect(await inCategory("other")).toEqual(["Tapas"]);
    expect(await inCategory("gifts")).toEqual(["Sunset"]);
  });
});

test("only groups of which the viewer is a member now; nothing that is deleted; a guest only theirs", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const titles = async (viewer: Viewer, filter: SearchFilter) =>
    (await everything(viewer, filter)).expenses.map(({ description }) => description).sort();
  const [one, two, gone] = [
    await aGroup("One", [ana, ben]),
    await aGroup("Two", [ana, ben]),
    await aGroup("Gone", [ana, ben]),
  ];
  const [first, second] = [await anEvent(one, "First", [ana]), await anEvent(two, "Second", [ana])];
  const old = await anEvent(two, "Old", [ana]);
  const day = "2026-03-01";
  await add(ana, "Soup 1", 700, { day, event: first });
  await add(ana, "Soup 2", 700, { day, event: second });
  await add(ana, "Soup 3", 700, { day, event: old });
  await add(ana, "Soup 4", 700, { day, event: await anEvent(gone, "Gone", [ana]) });
  const gus = await aGuest(ana, one, "Gus");
  expect(await titles(ben, { q: "soup" })).toEqual(["Soup 1", "Soup 2", "Soup 3", "Soup 4"]);
  await deleteEvent(ana._id, old);
  await deleteGroup(ana._id, gone);
  await removeMember(ana._id, one, ben._id);
  expect(await titles(ben, { q: "soup" })).toEqual(["Soup 2"]);
  expect(await titles(ana, { q: "soup" })).toEqual(["Soup 1", "Soup 2"]);
  expect(await titles(gus, { q: "soup" })).toEqual(["Soup 1"]);
  for (const filter of [
    { group: String(one) },
    { event: String(first) },
    { group: String(gone) },
    { event: String(old) },
    { group: String(two), event: String(first) },
    { group: "nothing" },
    { person: "nobody" },
  ]) {
    const search = [
      searchView(ben, { q: "soup", ...filter }, {}),
      loadSearchPage(ben, { q: "soup", ...filter }),
    ];
    for (const attempt of await Promise.allSettled(search))
      expect(attempt).toMatchObject({ status: "rejected", reason: { code: "not-found" } });
  }
  expect((await loadSearchPage(ben, { q: "" })).people.map(({ name }) => name)).toEqual(["Ana", "Ben"]);
});

test("the sums are those of all pages, for any expenses and filter", async () => {
  const people = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cleo")];
  const [ana] = people as [Viewer, Viewer, Viewer];
  const [flat, trip] = [
    await aGroup("Flat", [ana, ...people.slice(1)]),
    await aGroup("Trip", [ana, ...people.slice(1)]),
  ];
  const events = [
    ...[await anEvent(flat, "March", [ana]), await anEvent(flat, "April", [ana])],
    await anEvent(trip, "Rome", [ana]),
  ];
  const who = fc.constantFrom(...people);
  const added = fc.record({
    description: fc.constantFrom("Dinner", "Café", "Taxi to dinner", "Tickets", "Rent", "Thing"),
    cents: eitherSign(fc.integer({ min: 1, max: 999_999_999 })),
    category: fc.option(fc.constantFrom(...CATEGORIES), { nil: undefined }),
    with: fc.uniqueArray(who, { minLength: 1, selector: ({ id }) => id }),
    payer: who,
    event: fc.constantFrom(...events),
    day: fc.constantFrom("2026-01-31", "2026-02-01", "2026-02-02"),
  });
  const expenses = fc.sample(added, { numRuns: 60, seed: 60 });
  for (const { description, cents, ...more } of expenses) await add(ana, description, cents, more as Added);

  const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const filters = fc.record({
    q: fc.constantFrom("", "dinner", "ben", "taxi ana", "food", "home ben"),
    group: maybe(String(flat), String(trip)),
    person: maybe(...people.map(({ id }) => id)),
    category: maybe(...CATEGORIES),
    from: maybe("2026-01-31", "2026-02-01"),
    until: maybe("2026-01-31", "2026-02-02"),
  });
  const viewers = fc.constantFrom(...people);
  await fc.assert(
    fc.asyncProperty(filters, viewers, fc.integer({ min: 1, max: 70 }), async (filter, viewer, limit) => {
      const found = await everything(viewer, filter, limit);
      const ids = found.expenses.map(({ _id }) => _id);
      expect(new Set(ids).size).toBe(ids.length);
      const { expenses: stored } = await collections();
      const matching = await stored.find({ _id: { $in: ids.map((id) => new ObjectId(id)) } }).toArray();
      const sum = (all: number[]) => centsToDollars(all.reduce((one, other) => one + other, 0));
      const mine = matching.flatMap(({ shares }) => shares.filter(({ user }) => user.equals(viewer._id)));
      expect(found.sums).toEqual({
        count: matching.length,
        total: sum(matching.map(({ cents }) => cents)),
        share: sum(mine.map(({ cents }) => cents)),
      });
      if (filter.q) return;
      // Without words, also that nothing is missing.
      const { group, person, category, from = "", until = "9999" } = filter;
      const all = await stored.find({ eventId: { $in: events } }).toArray();
      const expected = all.filter(
        (one) =>
          (group === undefined || String(one.groupId) === group) &&
          (person === undefined ||
            [...one.payers, ...one.shares].some(({ user }) => String(user) === person)) &&
          (category === undefined || categoryOf(one) === category) &&
          dateOnly(one.date.toISOString()) >= from &&
          dateOnly(one.date.toISOString()) <= until,
      );
      expect([...ids].sort()).toEqual(expected.map(({ _id }) => String(_id)).sort());
    }),
    { numRuns: 60 },
  );
});

test("a search reads a limited number of expenses, the latest ones, and says so", async () => {
  const ana = await aPerson("Ana");
  const flat = await aGroup("Flat", [ana]);
  const event = await anEvent(flat, "March", [ana]);
  await add(ana, "Stew", 100, { day: "2019-01-01", event });
  const pattern = await add(ana, "Soup", 100, { day: "2020-01-01", event });
  const { expenses, events } = await collections();
  const more = SEARCHED_EXPENSES + 50;
  await expenses.insertMany(
    Array.from({ length: more }, (_, index) => ({
      ...pattern,
      _id: new ObjectId(),
      date: new Date(Date.UTC(2026, 0, 1) + index * 1000),
    })),
  );
  await events.updateOne({ _id: event }, { $inc: { expenseCount: more } });
  const { found } = await loadSearchPage(ana, { q: "soup" });
  expect(found).toMatchObject({ count: SEARCHED_EXPENSES, limit: SEARCHED_EXPENSES });
  expect((await loadSearchPage(ana, { q: "stew" })).found).toMatchObject({ count: 0, total: 0 });
  const old = await loadSearchPage(ana, { q: "stew", until: "2025-01-01" });
  expect(old.found).toMatchObject({ count: 1, total: 1 });
});
