import { commonDays, daysInWords, type ReportDays } from "./report";

test("the days to choose from", () => {
  expect(commonDays("2026-01-31")).toEqual([
    { name: "This month", days: { from: "2026-01-01", until: "2026-01-31" } },
    { name: "Last month", days: { from: "2025-12-01", until: "2025-12-31" } },
    { name: "This year", days: { from: "2026-01-01", until: "2026-12-31" } },
    { name: "All", days: {} },
  ]);
  expect(commonDays("2028-03-01")[1]?.days).toEqual({ from: "2028-02-01", until: "2028-02-29" });
});

test.each<[days: ReportDays, words: string]>([
  [{ from: "2026-02-01", until: "2026-02-28" }, "Feb 2026"],
  [{ from: "2026-02-01", until: "2026-02-27" }, "February 1, 2026 – February 27, 2026"],
  [{ from: "2026-02-01", until: "2026-03-31" }, "February 1, 2026 – March 31, 2026"],
  [{ from: "2025-01-01", until: "2025-12-31" }, "2025"],
  [{ from: "2026-02-03", until: "2026-02-03" }, "February 3, 2026"],
  [{ from: "2026-02-03" }, "since February 3, 2026"],
  [{ until: "2026-02-03" }, "until February 3, 2026"],
  [{}, "all days"],
])("%j in words", (days, words) => {
  expect(daysInWords(days)).toBe(words);
});
