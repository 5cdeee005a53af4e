import fc from "fast-check";
import { cents, people } from "@/testing/arbitraries";
import { asNet, asPayment, netsByPair, pairKey } from "./money/ledger";
import { netByPerson } from "./money/payments";
import { planInWords, planParts, planPayments, samePayments, type OpenNet, type PlanEffect } from "./plans";

/** Open payments of up to three events, each pair of an event at most once. */
const openPayments = people(2, 7).chain((group) =>
  fc
    .uniqueArray(
      fc.record({
        event: fc.constantFrom("dinner", "taxi", "trip"),
        people: fc.shuffledSubarray(group, { minLength: 2, maxLength: 2 }),
        net: fc.oneof(
          cents,
          cents.map((one) => -one),
        ),
      }),
      { minLength: 1, maxLength: 15, selector: ({ event, people: [a, b] }) => event + pairKey(a!, b!) },
    )
    .map((rows) =>
      rows.map(({ event, people: [a, b], net }): OpenNet => ({ event, pair: pairKey(a!, b!), net })),
    ),
);

test("a plan keeps each person's balance, and has fewer payments than people", () => {
  fc.assert(
    fc.property(openPayments, (open) => {
      const { payments, optimal } = planPayments(open);
      const before = netByPerson(open.map(asPayment));
      expect(netByPerson(payments)).toEqual(before);
      expect(payments.length).toBeLessThanOrEqual(Math.max(0, before.size - 1));
      expect(payments.length).toBeLessThanOrEqual(open.length);
      expect(optimal).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("its transfers turn what is open into the plan, in every event, and sum to zero for each person", () => {
  fc.assert(
    fc.property(openPayments, (open) => {
      const { payments } = planPayments(open);
      const home = open[0]!.event;
      const parts = planParts(open, payments, home);
      for (const { event, replaced, debts } of parts) {
        expect(replaced).toEqual(
          open.filter((one) => one.event === event).map(({ pair, net }) => ({ pair, net })),
        );
        const after = netsByPair([...replaced, ...debts]);
        expect(after).toEqual(event === home ? netsByPair(payments.map(asNet)) : new Map());
      }
      const transfers = parts.flatMap(({ debts }) => debts.map(asPayment));
      expect(netByPerson(transfers)).toEqual(new Map());
    }),
    { numRuns: 200 },
  );
});

test("fourteen people who all owe each other need 13 payments at most, not 91", () => {
  const group = Array.from({ length: 14 }, (_, index) => `p${String(index).padStart(2, "0")}`);
  const open = group.flatMap((a, i) =>
    group
      .slice(i + 1)
      .map((b, j) => ({ event: "trip", pair: pairKey(a, b), net: ((i * 31 + j * 17) % 97) - 40 || 1 })),
  );
  expect(open).toHaveLength(91);
  expect(planPayments(open).payments.length).toBeLessThanOrEqual(13);
});

test("debts in a circle need no payment", () => {
  const open = ["a:b", "b:c"].map((pair) => ({ event: "trip", pair, net: 500 }));
  const circle = [...open, { event: "trip", pair: "a:c", net: -500 }];
  expect(planPayments(circle)).toEqual({ payments: [], optimal: true });
  expect(planParts(circle, [], "trip")[0]?.debts.map(({ net }) => net)).toEqual([-500, 500, -500]);
});

test("the order of payments does not matter, their direction and amount do", () => {
  const [a, b] = [
    { from: "a", to: "b", cents: 5 },
    { from: "c", to: "a", cents: 7 },
  ];
  expect(samePayments([a, b], [b, a])).toBe(true);
  expect(samePayments([a], [a, b])).toBe(false);
  expect(samePayments([a], [{ ...a, cents: 6 }])).toBe(false);
  expect(samePayments([a], [{ ...a, from: "b", to: "a" }])).toBe(false);
});

const ben = { name: "Ben", cents: 2000 };
const cleo = { name: "Cleo", cents: 1000 };
const dana = { name: "Dana", cents: 3000 };
const none = { pays: [], gets: [] };

test.each<[PlanEffect, string | null, string]>([
  [
    { before: { pays: [ben, cleo], gets: [] }, after: { pays: [dana], gets: [] } },
    null,
    "instead of paying Ben $20.00 and Cleo $10.00, you pay Dana $30.00",
  ],
  [
    { before: { pays: [ben, cleo], gets: [] }, after: { pays: [dana], gets: [] } },
    "Ana",
    "instead of paying Ben $20.00 and Cleo $10.00, Ana pays Dana $30.00",
  ],
  [
    { before: { pays: [dana], gets: [ben] }, after: { pays: [cleo], gets: [] } },
    null,
    "instead of paying Dana $30.00 and getting $20.00 from Ben, you pay Cleo $10.00",
  ],
  [
    { before: { pays: [], gets: [ben, cleo] }, after: { pays: [], gets: [dana] } },
    "Ana",
    "instead of getting $20.00 from Ben and $10.00 from Cleo, Ana gets $30.00 from Dana",
  ],
  [
    { before: { pays: [ben], gets: [{ ...cleo, cents: 2000 }] }, after: none },
    null,
    "instead of paying Ben $20.00 and getting $20.00 from Cleo, you are even",
  ],
  [
    { before: none, after: { pays: [ben], gets: [cleo] } },
    null,
    "you pay Ben $20.00 and get $10.00 from Cleo",
  ],
])("%j of %j", (effect, person, words) => {
  expect(planInWords(effect, person)).toBe(words);
});
