import { calendarDay, dateOnly, dayOf, localDateOnly, longDate, shortDate, todayDateOnly } from "./dates";
import { relativeTime } from "./relative-time";

test("dateOnly is the first 10 characters", () => {
  expect(dateOnly("2026-11-21T09:56:34.000Z")).toBe("2026-11-21");
  expect(dateOnly("2026-11-21")).toBe("2026-11-21");
});

test.each<[text: string, isDay: boolean]>([
  ["2026-02-28", true],
  ["2026-02-28T23:59:59.999Z", true],
  ["2026-02-29", false],
  ["2026-2-3", false],
  ["1899-12-31", false],
  ["", false],
  ["soon", false],
])("calendarDay of %j is a day: %j", (text, isDay) => {
  expect(calendarDay(text)).toEqual(isDay ? new Date("2026-02-28") : null);
});

test.each([
  ["2026-11-21T00:00:00.000Z", "November 21, 2026"],
  ["2026-11-21T23:59:59.999Z", "November 21, 2026"],
  ["2024-02-29", "February 29, 2024"],
  ["2026-01-01T01:00:00+02:00", "December 31, 2025"],
])("longDate of %s is %s", (iso, text) => {
  expect(longDate(iso)).toBe(text);
});

test("longDate refuses invalid dates", () => {
  expect(() => longDate("soon")).toThrow(RangeError);
});

test.each([
  ["2026-11-24", "Nov 24"],
  ["2026-01-01T23:59:59.999Z", "Jan 1"],
  ["2025-12-31", "Dec 31, 2025"],
])("in 2026, shortDate of %s is %s", (iso, text) => {
  jest.useFakeTimers({ now: new Date("2026-06-15T12:00:00") });
  expect(shortDate(iso)).toBe(text);
  jest.useRealTimers();
});

test("localDateOnly is the local day, not the UTC day", () => {
  const moment = new Date("2026-12-31T20:00:00.000Z");
  jest.spyOn(Date.prototype, "getFullYear").mockReturnValue(2027);
  jest.spyOn(Date.prototype, "getMonth").mockReturnValue(0);
  jest.spyOn(Date.prototype, "getDate").mockReturnValue(1);
  expect([localDateOnly(moment), localDateOnly(moment.toISOString())]).toEqual(["2027-01-01", "2027-01-01"]);
  jest.restoreAllMocks();
});

test.each([
  [new Date(2026, 0, 5, 0, 1), "2026-01-05"],
  [new Date(2026, 11, 31, 23, 59), "2026-12-31"],
])("todayDateOnly is the local day, even a minute from midnight: %s", (now, day) => {
  jest.useFakeTimers({ now });
  expect(todayDateOnly()).toBe(day);
  jest.useRealTimers();
});

describe("relativeTime", () => {
  const now = new Date("2026-03-14T15:00:00");
  test.each([
    ["2026-03-14T14:59:30", "just now"],
    ["2026-03-14T15:00:30", "just now"],
    ["2026-03-14T14:59:00", "1 minute ago"],
    ["2026-03-14T14:01:00", "59 minutes ago"],
    ["2026-03-14T13:59:00", "1 hour ago"],
    ["2026-03-14T00:00:00", "15 hours ago"],
    ["2026-03-13T23:59:00", shortDate("2026-03-13")],
    ["2025-12-31T12:00:00", shortDate("2025-12-31")],
  ])("%s is %s", (at, words) => expect(relativeTime(at, now)).toBe(words));

  test("an hour across midnight is counted in minutes", () => {
    expect(relativeTime("2026-03-13T23:45:00", new Date("2026-03-14T00:15:00"))).toBe("30 minutes ago");
  });
});

test.each([
  ["2026-03-14T23:59:59.999Z", "2026-03-14T00:00:00.000Z"],
  ["2026-03-14T00:00:00.000Z", "2026-03-14T00:00:00.000Z"],
  ["1969-07-20T20:17:40.000Z", "1969-07-20T00:00:00.000Z"],
])("the day of %s begins at %s", (moment, midnight) => {
  expect(dayOf(new Date(moment)).toISOString()).toBe(midnight);
});
