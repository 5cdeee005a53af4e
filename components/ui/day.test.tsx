import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { shortDate } from "@/lib/core/text/dates";
import { liveAt } from "@/testing/components/viewer-clock";
import { Day, LocalDay } from "./day";

// Late on New Year's Eve in UTC, when the new year has begun in Tokyo.
const MOMENT = "2026-12-31T20:00:00.000Z";

afterEach(() => jest.restoreAllMocks());

test.each([
  ["Tokyo", 9, shortDate("2027-01-01"), "January 1, 2027"],
  ["London", 0, shortDate("2026-12-31"), "December 31, 2026"],
  ["New York", -5, shortDate("2026-12-31"), "December 31, 2026"],
])("a timestamp is shown as the viewer's local day: %s", (_place, hours, short, long) => {
  liveAt(hours);
  render(
    <>
      <LocalDay at={MOMENT} />
      <LocalDay at={MOMENT} long />
    </>,
  );
  expect(screen.getAllByRole("time").map((time) => time.textContent)).toEqual([short, long]);
  for (const time of screen.getAllByRole("time")) expect(time).toHaveAttribute("datetime", MOMENT);
});

test("a timestamp after midnight in UTC is the day before in New York", () => {
  liveAt(-5);
  render(<LocalDay at="2027-01-01T02:00:00.000Z" />);
  expect(screen.getByRole("time")).toHaveTextContent(shortDate("2026-12-31"));
});

test("the server's UTC day is hydrated, then corrected, without a warning", async () => {
  liveAt(9);
  const place = document.createElement("div");
  document.body.append(place);
  place.innerHTML = renderToString(<LocalDay at={MOMENT} />);
  expect(place).toHaveTextContent(shortDate("2026-12-31"));
  const mismatch = jest.fn();
  const root = await act(async () =>
    hydrateRoot(place, <LocalDay at={MOMENT} />, { onRecoverableError: mismatch }),
  );
  expect(place).toHaveTextContent(shortDate("2027-01-01"));
  expect(mismatch).not.toHaveBeenCalled();
  await act(async () => root.unmount());
  place.remove();
});

test("a calendar date is the same day in every time zone", () => {
  liveAt(-5);
  const { rerender } = render(<Day iso="2026-03-14T00:00:00.000Z" />);
  expect(screen.getByRole("time")).toHaveTextContent("2026-03-14");
  rerender(<Day iso="2026-03-14T00:00:00.000Z" short />);
  expect(screen.getByRole("time")).toHaveTextContent(shortDate("2026-03-14"));
});
