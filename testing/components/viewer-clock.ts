/**
 * Sets the clock of the viewer, whatever the time zone of the machine; `jest.restoreAllMocks()` ends it.
 * @param hoursFromUtc 9 in Tokyo, -5 in New York
 */
export function liveAt(hoursFromUtc: number): void {
  const mock = (local: "getFullYear" | "getMonth" | "getDate", utc: (date: Date) => number) =>
    jest.spyOn(Date.prototype, local).mockImplementation(function (this: Date) {
      return utc(new Date(this.getTime() + hoursFromUtc * 3_600_000));
    });
  mock("getFullYear", (date) => date.getUTCFullYear());
  mock("getMonth", (date) => date.getUTCMonth());
  mock("getDate", (date) => date.getUTCDate());
}
