import { addUnits, difference, truncate } from "./operators/date-arithmetic";
import { dayOfWeek, dayOfYear, isoDayOfWeek, isoWeek, week } from "./operators/date-parts";
import { fromLocal, offsetMinutes, toLocal } from "./time-zone";

const at = (text: string) => new Date(text).getTime();
const iso = (moment: number) => new Date(moment).toISOString();

test.each([
  ["2024-01-15T12:00:00Z", "Europe/Rome", 60],
  ["2024-07-15T12:00:00Z", "Europe/Rome", 120],
  ["2024-07-15T12:00:00Z", "America/New_York", -240],
  ["2024-07-15T12:00:00Z", "+05:30", 330],
  ["2024-07-15T12:00:00Z", "-0330", -210],
  ["2024-07-15T12:00:00Z", "UTC", 0],
  ["1969-12-31T23:59:59.999Z", "Asia/Kolkata", 330],
])("%s in %s is %i minutes ahead", (text, zone, minutes) => {
  expect(offsetMinutes(at(text), zone)).toBe(minutes);
  expect(fromLocal(toLocal(at(text), zone), zone)).toBe(at(text));
});

test("an unknown zone is refused with 40485", () => {
  expect(() => offsetMinutes(0, "Europe/Atlantis")).toThrow(expect.objectContaining({ code: 40485 }));
});

test.each([
  ["2024-02-29", 60, 5, 4, 8, 9, 2024],
  ["2021-01-01", 1, 6, 5, 0, 53, 2020],
  ["2023-01-01", 1, 1, 7, 1, 52, 2022],
  ["2024-12-30", 365, 2, 1, 52, 1, 2025],
])(
  "%s: day of the year %i, of the week %i, ISO %i, week %i, ISO week %i of %i",
  (text, day, weekday, isoDay, weekNumber, isoNumber, year) => {
    const time = toLocal(at(`${text}T10:00:00Z`));
    expect([dayOfYear(time), dayOfWeek(time), isoDayOfWeek(time), week(time)]).toEqual([
      day,
      weekday,
      isoDay,
      weekNumber,
    ]);
    expect(isoWeek(time)).toEqual({ week: isoNumber, year });
  },
);

test.each([
  ["2024-01-31T00:00:00Z", "month", 1, undefined, "2024-02-29T00:00:00.000Z"],
  ["2024-02-29T00:00:00Z", "year", 1, undefined, "2025-02-28T00:00:00.000Z"],
  ["2024-03-30T12:00:00Z", "day", 1, "Europe/Rome", "2024-03-31T11:00:00.000Z"],
  ["2024-03-30T12:00:00Z", "hour", 24, "Europe/Rome", "2024-03-31T12:00:00.000Z"],
  ["2024-01-15T00:00:00Z", "quarter", -1, undefined, "2023-10-15T00:00:00.000Z"],
] as const)("%s plus %s × %i in %s is %s", (text, unit, amount, zone, expected) => {
  expect(iso(addUnits(at(text), unit, amount, zone))).toBe(expected);
});

test.each([
  ["2024-02-29T13:45:30Z", "month", 1, undefined, 7, "2024-02-01T00:00:00.000Z"],
  ["2024-02-29T13:45:30Z", "hour", 6, undefined, 7, "2024-02-29T12:00:00.000Z"],
  ["2024-02-29T13:45:30Z", "week", 1, undefined, 7, "2024-02-25T00:00:00.000Z"],
  ["2024-02-29T13:45:30Z", "week", 1, undefined, 1, "2024-02-26T00:00:00.000Z"],
  ["2024-02-29T23:30:00Z", "day", 1, "Europe/Rome", 7, "2024-02-29T23:00:00.000Z"],
] as const)("%s cut to %s (%i, %s, %i) is %s", (text, unit, size, zone, start, expected) => {
  expect(iso(truncate(at(text), unit, size, zone, start))).toBe(expected);
});

test.each([
  ["2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z", "year", 1],
  ["2024-01-31T00:00:00Z", "2024-03-01T00:00:00Z", "month", 2],
  ["2024-02-24T00:00:00Z", "2024-02-25T00:00:00Z", "week", 1],
  ["2024-02-29T12:00:00Z", "2024-02-28T12:00:00Z", "day", -1],
  ["2024-02-29T12:59:59Z", "2024-02-29T13:00:00Z", "hour", 1],
] as const)("from %s to %s: %s %i", (start, end, unit, expected) => {
  expect(difference(toLocal(at(start)), toLocal(at(end)), unit, 7) + 0).toBe(expected);
});
