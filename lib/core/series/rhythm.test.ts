import fc from "fast-check";
import { type Frequency, RRule, Weekday as RuleWeekday } from "rrule";
import { DAY_MS } from "../text/dates";
import {
  dayOfOccurrence,
  dueOccurrences,
  EVERY,
  nextDay,
  NTHS,
  WEEKDAYS,
  type OnDay,
  type Rhythm,
} from "./rhythm";

const day = (iso: string) => new Date(`${iso}T00:00:00.000Z`);
const iso = (date: Date) => date.toISOString().slice(0, 10);
const listOf = (rhythm: Rhythm, first: string, count: number) =>
  Array.from({ length: count }, (_, index) => iso(dayOfOccurrence(rhythm, day(first), index + 1)));

test.each<[label: string, rhythm: Rhythm, first: string, days: string[]]>([
  ["weekly", { every: "week" }, "2026-12-28", ["2026-12-28", "2027-01-04", "2027-01-11"]],
  ["every two weeks", { every: "2 weeks" }, "2026-12-28", ["2026-12-28", "2027-01-11", "2027-01-25"]],
  [
    "the 31st, which stays the 31st after February",
    { every: "month" },
    "2026-12-31",
    ["2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"],
  ],
  [
    "the last day, from a short month on",
    { every: "month", on: { day: 31 } },
    "2026-02-28",
    ["2026-02-28", "2026-03-31", "2026-04-30"],
  ],
  [
    "the last Friday",
    { every: "month", on: { nth: "last", weekday: "friday" } },
    "2026-01-30",
    ["2026-01-30", "2026-02-27", "2026-03-27", "2026-04-24"],
  ],
  [
    "the second Sunday",
    { every: "month", on: { nth: 2, weekday: "sunday" } },
    "2026-02-08",
    ["2026-02-08", "2026-03-08", "2026-04-12"],
  ],
  [
    "every three months",
    { every: "3 months" },
    "2026-11-30",
    ["2026-11-30", "2027-02-28", "2027-05-30", "2027-08-30", "2027-11-30"],
  ],
  [
    "the leap day",
    { every: "year" },
    "2024-02-29",
    ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
  ],
])("%s", (_, rhythm, first, days) => {
  expect(listOf(rhythm, first, days.length)).toEqual(days);
});

// A second opinion. rrule skips the months without the day, so it gets all days up to it, of which the last one counts.
const FREQUENCIES: Record<Rhythm["every"], [Frequency, interval: number]> = {
  week: [RRule.WEEKLY, 1],
  "2 weeks": [RRule.WEEKLY, 2],
  month: [RRule.MONTHLY, 1],
  "3 months": [RRule.MONTHLY, 3],
  year: [RRule.YEARLY, 1],
};

function ruleOf({ every, on }: Rhythm, first: Date): RRule {
  const [freq, interval] = FREQUENCIES[every];
  const until = new Date(first.getTime() + 3 * 366 * DAY_MS);
  const base = { freq, interval, dtstart: first, until };
  if (freq === RRule.WEEKLY) return new RRule(base);
  const inMonth = { ...base, ...(freq === RRule.YEARLY && { bymonth: first.getUTCMonth() + 1 }) };
  const wanted = on ?? { day: first.getUTCDate() };
  if ("day" in wanted) {
    const days = Array.from({ length: wanted.day }, (_, index) => index + 1);
    return new RRule({ ...inMonth, bymonthday: days, bysetpos: -1 });
  }
  // rrule counts weekdays from Monday.
  const weekday = (WEEKDAYS.indexOf(wanted.weekday) + 6) % 7;
  return new RRule({
    ...inMonth,
    byweekday: [new RuleWeekday(weekday, wanted.nth === "last" ? -1 : wanted.nth)],
  });
}

const someDay = fc
  .integer({ min: 0, max: 365 * 30 })
  .map((days) => new Date(day("2010-01-01").getTime() + days * DAY_MS));
const someOn: fc.Arbitrary<OnDay> = fc.oneof(
  fc.record({ day: fc.integer({ min: 1, max: 31 }) }),
  fc.record({ nth: fc.constantFrom(...NTHS), weekday: fc.constantFrom(...WEEKDAYS) }),
);
const someRhythm = fc
  .record({ every: fc.constantFrom(...EVERY), on: fc.option(someOn, { nil: undefined }) })
  .map(({ every, on }): Rhythm => (every.includes("week") ? { every } : { every, on }));

test("three years of each rhythm are those of an independent library", () => {
  fc.assert(
    fc.property(someRhythm, someDay, (rhythm, start) => {
      const first = dayOfOccurrence(rhythm, start, 1);
      const expected = ruleOf(rhythm, first).all().map(iso);
      expect(expected.length).toBeGreaterThanOrEqual(3);
      expect(listOf(rhythm, iso(first), expected.length)).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});

test("nothing drifts: the occurrences after any of them are on the same days", () => {
  fc.assert(
    fc.property(someRhythm, someDay, fc.integer({ min: 1, max: 40 }), (rhythm, start, number) => {
      const on = rhythm.on ?? { day: start.getUTCDate() };
      const explicit = rhythm.every.includes("week") ? rhythm : { ...rhythm, on };
      const again = dayOfOccurrence(explicit, dayOfOccurrence(explicit, start, number), 1 + 7);
      expect(iso(again)).toBe(iso(dayOfOccurrence(explicit, start, number + 7)));
    }),
  );
});

test("a series ends after its number, or with its last day", () => {
  const weekly = { every: "week" } as const;
  const first = day("2026-11-02");
  expect(nextDay(weekly, { first, times: 3 }, 2)).toEqual(day("2026-11-16"));
  expect(nextDay(weekly, { first, times: 3 }, 3)).toBeNull();
  expect(nextDay(weekly, { first, until: day("2026-11-16") }, 2)).toEqual(day("2026-11-16"));
  expect(nextDay(weekly, { first, until: day("2026-11-15") }, 2)).toBeNull();
  expect(nextDay(weekly, { first }, 10_000)).toEqual(new Date(first.getTime() + 70_000 * DAY_MS));
});

test("after 100 days, everything that was missed is due once, and never more than asked for", () => {
  const first = day("2026-01-31");
  const due = dueOccurrences({ every: "week" }, { first }, 1, day("2026-05-11"), 60);
  expect(due.map(({ number }) => number)).toEqual(Array.from({ length: 14 }, (_, index) => index + 2));
  expect(iso(due.at(-1)!.day)).toBe("2026-05-09");
  expect(dueOccurrences({ every: "week" }, { first }, 15, day("2026-05-11"), 60)).toEqual([]);
  expect(dueOccurrences({ every: "week" }, { first }, 1, day("2036-05-11"), 60)).toHaveLength(60);
  expect(dueOccurrences({ every: "week" }, { first, times: 4 }, 1, day("2026-05-11"), 60)).toHaveLength(3);
});
