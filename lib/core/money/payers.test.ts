import fc from "fast-check";
import { anyId, cents, people } from "@/testing/arbitraries";
import { debtsOfExpense, mainPayer } from "./payers";
import { netByPerson } from "./payments";
import { splitEqually } from "./split";

const share = (user: string, amount: number) => ({ user, cents: amount });

/** A random expense, split over some people and paid by some, who may or may not have a share. */
const expense = fc
  .tuple(cents, people(1, 10), people(1, 3), fc.nat(3), anyId)
  .chain(([amount, group, guests, own, id]) => {
    const paying = [...new Set([...group.slice(0, own), ...guests])].slice(0, amount);
    return fc
      .uniqueArray(fc.integer({ min: 1, max: Math.max(1, amount - 1) }), {
        minLength: paying.length - 1,
        maxLength: paying.length - 1,
      })
      .map((cuts) => [...cuts.sort((a, b) => a - b), amount])
      .map((cuts) => ({
        payers: paying.map((user, i) => share(user, cuts[i]! - (cuts[i - 1] ?? 0))),
        shares: splitEqually(amount, group, id),
      }));
  });

describe("debtsOfExpense", () => {
  test("payments cover own shares first", () => {
    const shares = [share("a", 3000), share("b", 3000), share("c", 3000)];
    expect(debtsOfExpense([share("a", 5000), share("b", 4000)], shares)).toEqual([
      { from: "c", to: "a", cents: 2000 },
      { from: "c", to: "b", cents: 1000 },
    ]);
  });

  test("people who paid exactly their share owe nothing", () => {
    const shares = [share("a", 500), share("b", 500)];
    expect(debtsOfExpense(shares, shares)).toEqual([]);
  });

  test("finds the fewest debts even if greedy matching does not", () => {
    const payers = [share("p", 700), share("q", 600)];
    const shares = [share("a", 600), share("b", 400), share("c", 300)];
    expect(debtsOfExpense(payers, shares)).toEqual([
      { from: "a", to: "q", cents: 600 },
      { from: "b", to: "p", cents: 400 },
      { from: "c", to: "p", cents: 300 },
    ]);
  });

  test("law: each person's claims minus debts equal paid minus share", () => {
    fc.assert(
      fc.property(expense, ({ payers, shares }) => {
        const expected = new Map<string, number>();
        for (const { user, cents: paid } of payers) expected.set(user, (expected.get(user) ?? 0) + paid);
        for (const { user, cents: borne } of shares) expected.set(user, (expected.get(user) ?? 0) - borne);
        for (const [user, net] of expected) if (net === 0) expected.delete(user);
        expect(netByPerson(debtsOfExpense(payers, shares))).toEqual(expected);
      }),
    );
  });

  test("law: debts are positive, nobody both owes and is owed, and there are fewer debts than people", () => {
    fc.assert(
      fc.property(expense, ({ payers, shares }) => {
        const debts = debtsOfExpense(payers, shares);
        const owing = new Set(debts.map(({ from }) => from));
        expect(debts.every((debt) => debt.cents > 0 && !owing.has(debt.to))).toBe(true);
        expect(debts.length).toBeLessThan(new Set([...payers, ...shares].map(({ user }) => user)).size);
      }),
    );
  });

  test("law: the order of payers and shares does not matter", () => {
    fc.assert(
      fc.property(expense, ({ payers, shares }) => {
        const debts = debtsOfExpense(payers, shares);
        expect(debtsOfExpense([...payers].reverse(), [...shares].reverse())).toEqual(debts);
      }),
    );
  });

  test("law: with one payer, everyone else owes the payer their share", () => {
    fc.assert(
      fc.property(cents, people(1, 20), fc.nat(20), anyId, (amount, group, position, id) => {
        const payer = group[position] ?? id;
        const shares = splitEqually(amount, group, id);
        const debts = debtsOfExpense([share(payer, amount)], shares);
        const owed = shares.filter(({ user, cents: part }) => user !== payer && part > 0);
        expect(new Map(debts.map(({ from, to, cents: debt }) => [`${from}>${to}`, debt]))).toEqual(
          new Map(owed.map(({ user, cents: part }) => [`${user}>${payer}`, part])),
        );
      }),
    );
  });

  test("law: the debts of a refund are those of the expense, the other way round", () => {
    fc.assert(
      fc.property(expense, anyId, ({ payers, shares }, id) => {
        const [received, credits] = [payers, shares].map((list) =>
          list.map((one) => share(one.user, 0 - one.cents)),
        ) as [typeof payers, typeof shares];
        expect(debtsOfExpense(received, credits)).toEqual(
          debtsOfExpense(payers, shares).map(({ from, to, cents: debt }) => ({
            from: to,
            to: from,
            cents: debt,
          })),
        );
        expect(mainPayer(received, id)).toBe(mainPayer(payers, id));
      }),
    );
  });

  test("refuses payments that differ from the shares in sum", () => {
    expect(() => debtsOfExpense([share("a", 999)], [share("b", 1000)])).toThrow(RangeError);
  });
});

test.each<[label: string, payers: [string, number][], recordedBy: string, expected: string]>([
  ["the only payer", [["b", 100]], "a", "b"],
  ["who paid most", [["a", 100], ["b", 200]], "a", "b"], // oxfmt-ignore
  ["of equals, who recorded it", [["a", 100], ["b", 100]], "b", "b"], // oxfmt-ignore
  ["of equals, the first by id", [["c", 100], ["b", 100]], "a", "b"], // oxfmt-ignore
])("the main payer is %s", (_, payers, recordedBy, expected) => {
  expect(
    mainPayer(
      payers.map(([user, amount]) => share(user, amount)),
      recordedBy,
    ),
  ).toBe(expected);
});
