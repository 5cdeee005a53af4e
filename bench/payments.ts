import { minimalPayments, netByPerson, type Payment } from "@/lib/core/payments";

// Times minimalPayments, including the exact search, for 4 to 16 people with a non-zero net. The search always tries
// every subset, so only the number of people matters.

const ROUNDS = 30;
const BUDGET_MS = 50;

/** A small seeded generator of numbers from 0 (included) to 1 (excluded). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Debts that leave exactly `people` people with a non-zero net. */
function debtsAmong(people: number, random: () => number): Payment[] {
  for (;;) {
    const debts: Payment[] = [];
    for (let from = 0; from < people; from++) {
      const to = (from + 1 + Math.floor(random() * (people - 1))) % people;
      debts.push({ from: `p${from}`, to: `p${to}`, cents: 1 + Math.floor(random() * 100_000) });
    }
    if (netByPerson(debts).size === people && minimalPayments(debts).kind === "plan") return debts;
  }
}

const random = randomFrom(20);
let overBudget = false;
console.log(`minimal transactions, ${ROUNDS} rounds each\npeople  median ms  max ms`);
for (let people = 4; people <= 16; people++) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const debts = debtsAmong(people, random);
    const start = performance.now();
    minimalPayments(debts);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1] ?? 0;
  const max = times.at(-1) ?? 0;
  overBudget ||= median > BUDGET_MS;
  console.log(
    `${String(people).padStart(6)}  ${median.toFixed(2).padStart(9)}  ${max.toFixed(2).padStart(6)}`,
  );
}
if (overBudget) {
  console.error(`Over the budget of ${BUDGET_MS} ms.`);
  process.exitCode = 1;
}
