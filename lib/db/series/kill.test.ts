import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { useProcess } from "@/testing/killed-process";

const ROUNDS = runs(24, 3);

const { run } = useProcess("series-process.ts");

const dayAfter = (days: number) =>
  new Date(Date.parse("2126-01-06") + days * 86_400_000).toISOString().slice(0, 10);
const daysOf = (name: string, every: number, weeks: number) =>
  Array.from({ length: Math.floor(weeks / every) + 1 }, (_, index) => [
    ...[name, index + 1, dayAfter(index * every * 7)],
  ]);

test(
  `kill -9 while occurrences are made, ${ROUNDS} rounds: each is made once, on its day`,
  async () => {
    await run(dayAfter(0));
    for (let round = 1; round <= ROUNDS; round++) {
      // Another week is due each time, besides what was left; the position is one of each part of a transaction.
      const { signal, errors } = await run(dayAfter(round * 7), String((round * 7) % 29));
      expect([signal, errors]).toEqual(["SIGKILL", ""]);
    }
    const { text, errors } = await run(dayAfter(ROUNDS * 7));
    expect(errors).toBe("");
    expect(JSON.parse(text)).toEqual({
      made: [...daysOf("Power", 2, ROUNDS), ...daysOf("Rent", 1, ROUNDS)],
      violations: [],
    });
  },
  60_000 + ROUNDS * 30_000,
);
