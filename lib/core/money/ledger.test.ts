import fc from "fast-check";
import {
  balanceDeltas,
  debtOf,
  ledgerEntry,
  netDeltas,
  overpaid,
  netsByPair,
  pairKey,
  parsePair,
  payerFirst,
  type LedgerEntry,
  type PairNet,
} from "./ledger";
import { splitEqually, type Share } from "./split";
import { anyId, cents, people, shuffled } from "@/testing/arbitraries";
import { sumCents } from "./money";

const debtsOf = (entries: readonly LedgerEntry[]) => entries.flatMap(({ debts }) => debts);

/** An expense with one payer. */
const paidBy = (payer: string, shares: readonly Share[]): LedgerEntry =>
  ledgerEntry([{ user: payer, cents: sumCents(shares.map((share) => share.cents)) }], shares);

const dinner = paidBy("bo", [
  { user: "al", cents: 1000 },
  { user: "bo", cents: 1000 },
  { user: "cy", cents: 1001 },
]);

describe("pairs", () => {
  test("are ordered by id, in either direction", () => {
    expect(pairKey("b", "a")).toBe("a:b");
    expect(parsePair("a:b")).toEqual(["a", "b"]);
  });

  test("law: one key per pair", () => {
    fc.assert(
      fc.property(people(3, 3), ([a, b, c]) => {
        expect(pairKey(a!, b!)).toBe(pairKey(b!, a!));
        expect(pairKey(a!, b!)).not.toBe(pairKey(a!, c!));
      }),
    );
  });

  test("need two people", () => {
    expect(() => pairKey("a", "a")).toThrow(RangeError);
  });
});

describe("ledgerEntry", () => {
  test("everyone except the payer owes the payer their share", () => {
    expect(dinner.debts).toEqual([
      { pair: "al:bo", net: 1000 },
      { pair: "bo:cy", net: -1001 },
    ]);
  });

  test("a payer outside of the split is owed everything", () => {
    expect(paidBy("al", [{ user: "bo", cents: 300 }]).debts).toEqual([{ pair: "al:bo", net: -300 }]);
  });

  test("the payer's own share creates no debt", () => {
    expect(paidBy("al", [{ user: "al", cents: 300 }]).debts).toEqual([]);
  });

  test("a zero share creates no debt", () => {
    const shares = [
      { user: "bo", cents: 0 },
      { user: "al", cents: 300 },
    ];
    expect(paidBy("al", shares).debts).toEqual([]);
  });

  test("law: the debts sum to the amount minus the payer's own share", () => {
    fc.assert(
      fc.property(cents, people(1, 12), anyId, (amount, group, id) => {
        const shares = splitEqually(amount, group, id);
        const payer = group[0]!;
        const own = shares.find((share) => share.user === payer)!.cents;
        const owed = paidBy(payer, shares).debts.map(({ pair, net }) => {
          const [, to] = payerFirst(net, parsePair(pair));
          expect(to).toBe(payer);
          expect(net).not.toBe(0);
          return Math.abs(net);
        });
        expect(sumCents(owed)).toBe(amount - own);
      }),
    );
  });

  test("law: antisymmetric: the debt in the other direction is the opposite net", () => {
    fc.assert(
      fc.property(people(2, 2), cents, ([a, b], amount) => {
        const [there] = paidBy(a!, [{ user: b!, cents: amount }]).debts;
        const [back] = paidBy(b!, [{ user: a!, cents: amount }]).debts;
        expect(back).toEqual({ ...there, net: -there!.net });
      }),
    );
  });
});

test.each([
  ["nothing is settled", 0, -500, 0],
  ["the rest is open", 1000, 500, 0],
  ["nothing is open", 1000, 0, 0],
  ["a part goes back", 1000, -400, 400],
  ["a part goes back, the other way", -1000, 400, 400],
  ["the rest is open, the other way", -1000, -400, 0],
])("overpaid: %s", (_, settled, open, cents) => {
  expect(overpaid(settled, open)).toBe(cents);
});

describe("netDeltas", () => {
  const later = paidBy("bo", [
    { user: "al", cents: 1500 },
    { user: "bo", cents: 1501 },
  ]);

  test("adding creates the debts", () => {
    expect(netDeltas(null, dinner)).toEqual([
      { pair: "al:bo", net: 1000 },
      { pair: "bo:cy", net: -1001 },
    ]);
  });

  test("deleting removes them", () => {
    expect(netDeltas(dinner, null)).toEqual([
      { pair: "al:bo", net: -1000 },
      { pair: "bo:cy", net: 1001 },
    ]);
  });

  test("editing moves only the difference", () => {
    expect(netDeltas(dinner, later)).toEqual([
      { pair: "al:bo", net: 500 },
      { pair: "bo:cy", net: 1001 },
    ]);
  });

  test("an edit without money changes touches no pair", () => {
    expect(netDeltas(dinner, paidBy("bo", [...dinner.shares].reverse()))).toEqual([]);
  });

  test("nothing changes between null and null", () => {
    expect(netDeltas(null, null)).toEqual([]);
  });

  test("law: sorted by pair, each pair once, for any order of the shares", () => {
    fc.assert(
      fc.property(cents, shuffled(people(2, 12)), anyId, (amount, [group, sameGroup], id) => {
        const shares = splitEqually(amount, group, id);
        const mixed = sameGroup.map((user) => shares.find((share) => share.user === user)!);
        const deltas = netDeltas(null, paidBy(group[0]!, mixed));
        const pairs = deltas.map((delta) => delta.pair);
        expect(pairs).toEqual([...new Set(pairs)].sort());
        expect(deltas).toEqual(netDeltas(null, paidBy(group[0]!, shares)));
      }),
    );
  });
});

describe("law: deltas applied one by one equal a full recomputation", () => {
  const group = ["al", "bo", "cy", "di", "ed"];
  const expense = fc
    .record({
      amount: fc.integer({ min: 2, max: 100_000 }),
      first: fc.constantFrom(...group),
      second: fc.option(fc.constantFrom(...group)),
      splitWith: fc.subarray(group, { minLength: 1 }),
      id: anyId,
    })
    .map(({ amount, first, second, splitWith, id }) => {
      const shares = splitEqually(amount, splitWith, id);
      if (second === null || second === first) return paidBy(first, shares);
      const payers = [
        { user: first, cents: 1 },
        { user: second, cents: amount - 1 },
      ];
      return ledgerEntry(payers, shares);
    });
  const operation = fc.oneof(
    fc.record({ kind: fc.constant("add" as const), expense }),
    fc.record({ kind: fc.constant("edit" as const), pick: fc.nat(), expense }),
    fc.record({ kind: fc.constant("delete" as const), pick: fc.nat() }),
  );

  test("over random sequences of adding, editing, and deleting", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40, size: "max" }), (operations) => {
        const expenses: LedgerEntry[] = [];
        const ledger: PairNet[] = [];
        for (const step of operations) {
          const index = step.kind === "add" ? expenses.length : step.pick % Math.max(1, expenses.length);
          const before = expenses[index] ?? null;
          const after = step.kind === "delete" ? null : step.expense;
          ledger.push(...netDeltas(before, after));
          expenses.splice(index, 1, ...(after ? [after] : []));
        }
        expect(netsByPair(ledger)).toEqual(netsByPair(debtsOf(expenses)));
      }),
      { numRuns: 300 },
    );
  });

  test("and deleting everything leaves no debt", () => {
    fc.assert(
      fc.property(fc.array(expense, { maxLength: 20 }), (expenses) => {
        const ledger = [
          ...expenses.flatMap((added) => netDeltas(null, added)),
          ...expenses.flatMap((deleted) => netDeltas(deleted, null)),
        ];
        expect(netsByPair(ledger)).toEqual(new Map());
      }),
    );
  });
});

describe("netsByPair", () => {
  test("nets debts in both directions, pair by pair", () => {
    const taxi = paidBy("al", [{ user: "bo", cents: 1600 }]);
    const coffee = paidBy("cy", [{ user: "bo", cents: 1001 }]);
    expect(netsByPair(debtsOf([dinner, taxi, coffee]))).toEqual(new Map([["al:bo", -600]]));
  });

  test("is empty without expenses", () => {
    expect(netsByPair([])).toEqual(new Map());
  });
});

describe("payerFirst", () => {
  test.each([
    [250, ["lo", "hi"]],
    [-250, ["hi", "lo"]],
  ])("a net of %d", (net, people) => {
    expect(payerFirst(net, ["lo", "hi"])).toEqual(people);
  });
});

test.each([
  [250, { from: "lo", to: "hi", cents: 250 }],
  [-250, { from: "hi", to: "lo", cents: 250 }],
])("debtOf a net of %d", (net, debt) => {
  expect(debtOf({ pair: "lo:hi", net })).toEqual(debt);
});

describe("balanceDeltas", () => {
  test("one side's debt is the other side's credit, per person and per group", () => {
    expect(
      balanceDeltas([
        { group: "home", pair: "al:bo", net: 700 },
        { group: "trip", pair: "al:bo", net: -200 },
      ]),
    ).toEqual([
      { user: "al", kind: "person", other: "bo", cents: -500 },
      { user: "al", kind: "group", other: "home", cents: -700 },
      { user: "al", kind: "group", other: "trip", cents: 200 },
      { user: "bo", kind: "person", other: "al", cents: 500 },
      { user: "bo", kind: "group", other: "home", cents: 700 },
      { user: "bo", kind: "group", other: "trip", cents: -200 },
    ]);
  });

  test("law: what a person is owed by people is what they are owed in groups, and all of it sums to zero", () => {
    const four = ["a", "b", "c", "d"];
    const delta = fc.record({
      group: fc.constantFrom("x", "y", "z"),
      pair: fc.subarray(four, { minLength: 2, maxLength: 2 }).map(([a, b]) => pairKey(a!, b!)),
      net: fc.integer({ min: -1000, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(delta), (deltas) => {
        const changes = balanceDeltas(deltas);
        const sum = (kind: string, user?: string) =>
          sumCents(
            changes
              .filter((one) => one.kind === kind && (!user || one.user === user))
              .map(({ cents }) => cents),
          );
        for (const user of four) expect(sum("person", user)).toBe(sum("group", user));
        expect(sum("person")).toBe(0);
        expect(changes.every(({ cents }) => cents !== 0)).toBe(true);
      }),
    );
  });
});
