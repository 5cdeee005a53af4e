import fc from "fast-check";
import { quietUntil } from "./quiet-hours";

const at = (text: string) => new Date(text);
const NIGHT = { from: 22 * 60, until: 7 * 60 };

test.each([
  ["2026-11-29T22:00:00Z", "UTC", "2026-11-30T07:00:00.000Z"],
  ["2026-11-30T06:59:59Z", "UTC", "2026-11-30T07:00:00.000Z"],
  ["2026-11-29T12:00:00Z", "Pacific/Auckland", "2026-11-29T18:00:00.000Z"],
  // The clock moves forward from 02:00 to 03:00, and back from 03:00 to 02:00.
  ["2026-03-28T23:00:00Z", "Europe/Berlin", "2026-03-29T05:00:00.000Z"],
  ["2026-10-24T22:00:00Z", "Europe/Berlin", "2026-10-25T06:00:00.000Z"],
])("%s in %s is quiet until %s", (moment, timeZone, until) => {
  expect(quietUntil(NIGHT, timeZone, at(moment))?.toISOString()).toBe(until);
});

test("by day nothing is quiet, and hours that are empty never are", () => {
  expect(quietUntil(NIGHT, "UTC", at("2026-11-29T07:00:00Z"))).toBeUndefined();
  expect(quietUntil(NIGHT, "UTC", at("2026-11-29T21:59:59Z"))).toBeUndefined();
  expect(quietUntil({ from: 600, until: 600 }, "UTC", at("2026-11-29T10:00:00Z"))).toBeUndefined();
});

test("they end within two days, and are over then", () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const zone = fc.constantFrom("UTC", "Pacific/Auckland", "America/Los_Angeles", "Australia/Lord_Howe");
  const moment = fc.date({
    min: at("2026-01-01T00:00:00Z"),
    max: at("2027-12-31T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(minute, minute, zone, moment, (from, until, timeZone, now) => {
      const end = quietUntil({ from, until }, timeZone, now);
      if (!end) return;
      expect(end.getTime()).toBeGreaterThan(now.getTime());
      expect(end.getTime() - now.getTime()).toBeLessThan(48 * 60 * 60_000);
    }),
  );
});
