import fc from "fast-check";
import {
  exactPayments,
  greedyPayments,
  minimalPayments,
  netByPerson,
  replacing,
  type Payment,
  type MinimalPayments,
} from "./payments";
import { shuffled } from "@/testing/arbitraries";
import { sumCents } from "./money";

const pay = (from: string, to: string, cents: number): Payment => ({ from, to, cents });

/** Debts among `count` people, as in an event's settlements: at most one for each pair. */
function debts(count: number, amount: fc.Arbitrary<number>) {
  const names = Array.from({ length: count }, (_, index) => `p${String(index).padStart(2, "0")}`);
  const payment = fc
    .record({ two: fc.shuffledSubarray(names, { minLength: 2, maxLength: 2 }), cents: amount })
    .map(({ two, cents }) => pay(two[0]!, two[1]!, cents));
  return fc.uniqueArray(payment, {
    selector: ({ from, to }) => [from, to].sort().join(),
    maxLength: count * 3,
    size: "max",
  });
}

// Few different amounts, so that many subsets sum to zero, and random amounts.
const smallDebts = fc.integer({ min: 3, max: 9 }).chain((n) => debts(n, fc.integer({ min: 1, max: 4 })));
const anyDebts = fc
  .integer({ min: 2, max: 12 })
  .chain((n) => debts(n, fc.integer({ min: 1, max: 99_999_999 })));
const manyPeople = debts(30, fc.integer({ min: 1, max: 50 }));
const unsettled = fc.oneof(smallDebts, anyDebts, manyPeople);

const pot = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99_999_999 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((paid) => paid.map((cents, index) => pay(`p${index}`, "receiver", cents)));

function planOf(plan: MinimalPayments): MinimalPayments {
  if (plan.evenOut) throw new Error("Not a plan: everyone pays one person");
  return plan;
}

function evenOutOf(payments: Payment[]): Payment[] {
  const { evenOut } = minimalPayments(payments);
  if (!evenOut) throw new Error("Not a pot");
  return evenOut;
}

test("without unsettled payments, the plan is empty", () => {
  expect(minimalPayments([])).toEqual({ payments: [], evenOut: null, optimal: true });
});

describe("one receiver for all", () => {
  test("Andy 60, Zach 221, Aileen 400.88: those below the average pay Aileen", () => {
    const direct = [
      pay("andy", "receiver", 6000),
      pay("zach", "receiver", 22100),
      pay("aileen", "receiver", 40088),
    ];
    expect(minimalPayments(direct)).toEqual({
      payments: [direct[2], direct[1], direct[0]],
      evenOut: [pay("andy", "aileen", 16729), pay("zach", "aileen", 629)],
      optimal: true,
    });
  });

  test.each<[label: string, contributions: Record<string, number>, evenOut: Payment[]]>([
    ["Andy 60, Zach 20, Aileen 40", { andy: 6000, zach: 2000, aileen: 4000 }, [pay("zach", "andy", 2000)]],
    ["equal contributions", { andy: 5000, zach: 5000, aileen: 5000 }, []],
    ["a single payer", { andy: 5000 }, []],
    ["a cent apart, two payers: half a cent is dropped", { andy: 101, zach: 100 }, []],
    ["two cents apart", { andy: 102, zach: 100 }, [pay("zach", "andy", 1)]],
    ["an odd cent among three", { andy: 100, zach: 100, aileen: 101 }, []],
    [
      "largest first on both sides",
      { andy: 100, zach: 200, aileen: 700, bea: 600 },
      [pay("andy", "aileen", 300), pay("zach", "bea", 200)],
    ],
    ["ties by id", { d: 300, c: 100, b: 300, a: 100 }, [pay("a", "b", 100), pay("c", "d", 100)]],
  ])("%s", (_, contributions, evenOut) => {
    const payments = Object.entries(contributions).map(([from, cents]) => pay(from, "receiver", cents));
    expect(evenOutOf(payments)).toEqual(evenOut);
  });

  test("adds up several payments of one person", () => {
    expect(evenOutOf([pay("a", "r", 100), pay("a", "r", 300), pay("b", "r", 200)])).toEqual([
      pay("b", "a", 100),
    ]);
  });

  test("with a receiver who is also a payer, makes a plan", () => {
    const plan = minimalPayments([pay("a", "r", 100), pay("r", "b", 40)]);
    expect(plan).toEqual({
      payments: [pay("a", "r", 60), pay("a", "b", 40)],
      evenOut: null,
      optimal: true,
    });
  });

  test("law: those below the average pay those above it, and then all bear the average except for dropped cents", () => {
    fc.assert(
      fc.property(pot, (direct) => {
        const total = sumCents(direct.map((payment) => payment.cents));
        const bears = new Map(direct.map((payment) => [payment.from, payment.cents]));
        // Multiplied by the number of payers, so that the average is a whole number.
        const side = (person: string) => Math.sign(bears.get(person)! * direct.length - total);
        const evenOut = evenOutOf(direct);
        for (const payment of evenOut) {
          expect([side(payment.from), side(payment.to)]).toEqual([-1, 1]);
          expect(payment.cents).toBeGreaterThan(0);
        }
        for (const payment of evenOut) {
          bears.set(payment.from, bears.get(payment.from)! + payment.cents);
          bears.set(payment.to, bears.get(payment.to)! - payment.cents);
        }
        expect(sumCents(bears.values())).toBe(total);
        for (const cents of bears.values()) {
          expect(Math.abs(cents * direct.length - total)).toBeLessThan(direct.length ** 2);
        }
      }),
    );
  });

  test("law: no cent is invented: nobody moves beyond the average", () => {
    fc.assert(
      fc.property(pot, (direct) => {
        const total = sumCents(direct.map((payment) => payment.cents));
        for (const [person, net] of netByPerson(evenOutOf(direct))) {
          const paid = direct.find((payment) => payment.from === person)!.cents;
          expect(Math.abs(net) * direct.length).toBeLessThanOrEqual(Math.abs(paid * direct.length - total));
        }
      }),
    );
  });
});

describe("greedy", () => {
  test.each<[label: string, payments: Payment[], plan: Payment[]]>([
    ["a chain becomes one payment", [pay("a", "b", 500), pay("b", "c", 500)], [pay("a", "c", 500)]],
    ["a circle of equal debts cancels out", [pay("a", "b", 5), pay("b", "c", 5), pay("c", "a", 5)], []],
    [
      "largest debtor to largest creditor",
      [pay("a", "y", 100), pay("b", "y", 300), pay("b", "x", 150)],
      [pay("b", "y", 400), pay("a", "x", 100), pay("b", "x", 50)],
    ],
    ["ties by id", [pay("d", "b", 100), pay("c", "a", 100)], [pay("c", "a", 100), pay("d", "b", 100)]],
    [
      "a single payer to several",
      [pay("a", "b", 10), pay("a", "c", 20)],
      [pay("a", "c", 20), pay("a", "b", 10)],
    ],
  ])("%s", (_, payments, expected) => {
    expect(planOf(minimalPayments(payments))).toEqual({
      payments: expected,
      evenOut: null,
      optimal: true,
    });
  });
});

describe("exact search", () => {
  // {a, b, z} and {c, x, y} can settle among themselves; greedy starts with c to z and breaks up both groups.
  const nets = new Map([
    ["a", -5],
    ["b", -4],
    ["c", -7],
    ["x", 6],
    ["y", 1],
    ["z", 9],
  ]);

  test("is used if it needs strictly fewer payments", () => {
    const greedy = greedyPayments(nets);
    const exact = exactPayments(nets)!;
    expect([greedy.length, exact.length]).toEqual([5, 4]);
    // Greedy's payments are debts with the same nets.
    const plan = planOf(minimalPayments(greedy));
    expect(plan).toEqual({ payments: exact, evenOut: null, optimal: true });
  });

  test("keeps the greedy plan if it is as short, which is then proved", () => {
    const plan = planOf(minimalPayments([pay("a", "x", 3), pay("b", "x", 4), pay("b", "y", 9)]));
    expect(plan.optimal).toBe(true);
    expect(plan.payments).toEqual(greedyPayments(netByPerson(plan.payments)));
  });

  test("does not search for more than 16 people, and claims nothing unproved", () => {
    // 12 debtors and 12 creditors: greedy needs more than one payment for each.
    const many = Array.from({ length: 6 }, (_, i) => [
      pay(`debtor-${i}a`, `creditor-${i}`, 300 + i),
      pay(`debtor-${i}b`, `creditor-${i}`, 200 + 2 * i),
      pay(`debtor-${i}b`, `other-${i}`, 150 + 3 * i),
    ]).flat();
    expect(exactPayments(netByPerson(many))).toBeNull();
    expect(planOf(minimalPayments(many)).optimal).toBe(false);
  });

  test("proves the plan of more than 16 people if each debtor pays once", () => {
    const many = Array.from({ length: 20 }, (_, i) => pay(`debtor-${i}`, i % 2 ? "x" : "y", 100));
    const plan = planOf(minimalPayments(many));
    expect(plan.payments).toHaveLength(20);
    expect(plan.optimal).toBe(true);
  });

  test("16 people in 8 groups need 8 payments", () => {
    const owed = [101, 102, 104, 108, 116, 132, 164, 228];
    const nets = new Map(
      owed.flatMap((cents, i) => [[`d${i}`, -cents] as const, [`c${7 - i}`, cents] as const]),
    );
    expect(nets.size).toBe(16);
    expect(exactPayments(nets)).toHaveLength(8);
  });

  test("sums beyond 32 bits are exact", () => {
    const nets = new Map([
      ["a", -(2 ** 40)],
      ["b", 2 ** 40],
      ["c", -(2 ** 32) - 1],
      ["d", 2 ** 32],
      ["e", 1],
    ]);
    expect(exactPayments(nets)).toHaveLength(3);
  });
});

describe("laws of a plan", () => {
  test("greedy and exact settle everyone to zero, with valid payments", () => {
    fc.assert(
      fc.property(unsettled, (payments) => {
        const nets = netByPerson(payments);
        for (const plan of [greedyPayments(nets), exactPayments(nets), shownPayments(payments)]) {
          if (plan === null) continue;
          expect(netByPerson(plan)).toEqual(nets);
          const unreal = plan.filter(
            (p) => p.from === p.to || !Number.isSafeInteger(p.cents) || p.cents <= 0,
          );
          expect(unreal).toEqual([]);
        }
      }),
      { numRuns: 250 },
    );
  });

  test("there are never more payments than before", () => {
    const many = fc.integer({ min: 17, max: 40 }).chain((n) => debts(n, fc.integer({ min: 1, max: 50 })));
    fc.assert(
      fc.property(fc.oneof(unsettled, many), (payments) => {
        const { payments: fewer } = replacing(payments);
        expect(fewer.length).toBeLessThanOrEqual(payments.length);
        expect(netByPerson(fewer)).toEqual(netByPerson(payments));
      }),
    );
  });

  test("debtors only pay, creditors only receive", () => {
    fc.assert(
      fc.property(unsettled, (payments) => {
        const nets = netByPerson(payments);
        for (const { from, to } of shownPayments(payments) ?? []) {
          expect(nets.get(from)).toBeLessThan(0);
          expect(nets.get(to)).toBeGreaterThan(0);
        }
      }),
      { numRuns: 250 },
    );
  });

  test("exact never has more payments than greedy, and the shorter one is shown", () => {
    fc.assert(
      fc.property(unsettled, (payments) => {
        const nets = netByPerson(payments);
        const greedy = greedyPayments(nets);
        const exact = exactPayments(nets);
        if (exact) expect(exact.length).toBeLessThanOrEqual(greedy.length);
        const shown = shownPayments(payments);
        if (shown && exact) expect(shown).toEqual(exact.length < greedy.length ? exact : greedy);
        if (shown && !exact) expect(shown.length).toBeLessThanOrEqual(greedy.length);
      }),
      { numRuns: 250 },
    );
  });

  test("exact is as short as trying every partition", () => {
    fc.assert(
      fc.property(smallDebts, (payments) => {
        const nets = netByPerson(payments);
        expect(exactPayments(nets)).toHaveLength(nets.size - mostGroups([...nets.values()]));
      }),
      { numRuns: 200 },
    );
  });

  test("a claim of the fewest is true", () => {
    fc.assert(
      fc.property(smallDebts, (payments) => {
        const plan = minimalPayments(payments);
        if (plan.evenOut) return;
        const nets = netByPerson(payments);
        expect(plan.optimal).toBe(true);
        expect(plan.payments).toHaveLength(nets.size - mostGroups([...nets.values()]));
      }),
      { numRuns: 200 },
    );
  });

  test("the order of the settlements does not matter", () => {
    fc.assert(
      fc.property(fc.oneof(shuffled(unsettled), shuffled(pot)), ([payments, samePayments]) => {
        expect(minimalPayments(samePayments)).toEqual(minimalPayments(payments));
      }),
      { numRuns: 300 },
    );
  });

  test("the input is not changed", () => {
    fc.assert(
      fc.property(fc.oneof(unsettled, pot), (payments) => {
        const copy = structuredClone(payments);
        minimalPayments(payments);
        expect(payments).toEqual(copy);
      }),
    );
  });
});

test.each<[label: string, payment: Payment]>([
  ["to oneself", pay("a", "a", 100)],
  ["of nothing", pay("a", "b", 0)],
  ["of less than nothing", pay("a", "b", -1)],
  ["of a fraction of a cent", pay("a", "b", 0.5)],
])("refuses a payment %s", (_, payment) => {
  expect(() => minimalPayments([payment])).toThrow(RangeError);
});

function shownPayments(payments: Payment[]): Payment[] | null {
  const { evenOut, payments: shown } = minimalPayments(payments);
  return evenOut ? null : shown;
}

/** The largest number of zero-sum groups, found by trying every partition: slow, and unlike the code under test. */
function mostGroups(values: number[], open: number[] = []): number {
  const [value, ...rest] = values;
  if (value === undefined) return open.every((sum) => sum === 0) ? open.length : -Infinity;
  let most = mostGroups(rest, [...open, value]);
  open.forEach((sum, index) => {
    most = Math.max(most, mostGroups(rest, open.with(index, sum + value)));
  });
  return most;
}
