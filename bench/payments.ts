import { minimalPayments, netByPerson, type Payment } from "@/lib/core/money/payments";
import { Random } from "@/lib/seed/random";
import { median } from "./load";

// Times minimalPayments, including the exact search, for 4 to 16 people with a non-zero net. The search always tries
// every subset, so only the number of people matters.

const ROUNDS = 30;
const BUDGET_MS = 50;

/** Debts that leave exactly `people` people with a non-zero net. */
function debtsAmong(people: number, random: Random): Payment[] {
  for (;;) {
    const debts: Payment[] = [];
    for (let from = 0; from < people; from++) {
      const to = (from + random.int(1, people - 1)) % people;
      debts.push({ from: `p${from}`, to: `p${to}`, cents: random.int(1, 100_000) });
    }
    if (netByPerson(debts).size === people && !minimalPayments(debts).evenOut) return debts;
  }
}

const random = new Random(20);
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
  const typical = median(times);
  const max = Math.max(...times);
  overBudget ||= typical > BUDGET_MS;
  console.log(
    `${String(people).padStart(6)}  ${typical.toFixed(2).padStart(9)}  ${max.toFixed(2).padStart(6)}`,
  );
}
if (overBudget) {
  console.error(`Over the budget of ${BUDGET_MS} ms.`);
  process.exitCode = 1;
}
