import fc from "fast-check";
import { DAY_MS } from "../text/dates";
import { dayIn, latestDay, timeZoneOf } from "./time-zone";

const ZONES = [
  "Pacific/Auckland",
  "America/Los_Angeles",
  "Pacific/Kiritimati",
  "Australia/Lord_Howe",
] as const;
const iso = (date: Date) => date.toISOString().slice(0, 10);

test.each<[zone: string, at: string, day: string]>([
  ["Pacific/Kiritimati", "2026-11-30T09:59:59.999Z", "2026-11-30"],
  ["Pacific/Kiritimati", "2026-11-30T10:00:00.000Z", "2026-12-01"],
  // Summer time is an hour ahead there: 13 hours.
  ["Pacific/Auckland", "2026-11-30T10:59:59.999Z", "2026-11-30"],
  ["Pacific/Auckland", "2026-11-30T11:00:00.000Z", "2026-12-01"],
  ["Pacific/Auckland", "2026-06-30T12:00:00.000Z", "2026-07-01"],
  // The clocks change by half an hour.
  ["Australia/Lord_Howe", "2026-11-30T13:00:00.000Z", "2026-12-01"],
  ["Australia/Lord_Howe", "2026-06-30T13:29:59.999Z", "2026-06-30"],
  ["Australia/Lord_Howe", "2026-06-30T13:30:00.000Z", "2026-07-01"],
  // The day on which the clocks go forward, and back.
  ["America/Los_Angeles", "2026-03-08T08:00:00.000Z", "2026-03-08"],
  ["America/Los_Angeles", "2026-03-09T06:59:59.999Z", "2026-03-08"],
  ["America/Los_Angeles", "2026-03-09T07:00:00.000Z", "2026-03-09"],
  ["America/Los_Angeles", "2026-11-02T07:59:59.999Z", "2026-11-01"],
  ["America/Los_Angeles", "2026-11-02T08:00:00.000Z", "2026-11-02"],
])("in %s, %s is on %s", (zone, at, day) => {
  expect(iso(dayIn(zone, new Date(at)))).toBe(day);
});

test("days follow one another without a gap, and none begins before it can be due", () => {
  const start = Date.UTC(2024, 0, 1);
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 3 * 366 * 24 * 4 }),
      (zone, quarters) => {
        const at = new Date(start + quarters * 15 * 60_000);
        const day = dayIn(zone, at);
        expect(day <= latestDay(at)).toBe(true);
        expect(Math.abs(day.getTime() - at.getTime())).toBeLessThan(2 * DAY_MS);
        const later = dayIn(zone, new Date(at.getTime() + 15 * 60_000)).getTime() - day.getTime();
        expect([0, DAY_MS]).toContain(later);
      },
    ),
  );
});

test("a time zone has one name", () => {
  expect(timeZoneOf("pacific/AUCKLAND")).toBe("Pacific/Auckland");
  for (const wrong of ["", "Mars/Olympus", "Pacific", "../etc"]) expect(timeZoneOf(wrong)).toBeNull();
});
