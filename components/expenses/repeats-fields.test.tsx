import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { Repeats } from "@/lib/contract/repeats";
import { dayOfOccurrence } from "@/lib/core/series/rhythm";
import { onOtherDay, RepeatsFields } from "./repeats-fields";

const changed = jest.fn<void, [Repeats | null]>();
const current = () => changed.mock.lastCall?.[0];

function Form({ day }: { day: string }) {
  const [repeats, setRepeats] = useState<Repeats | null>(null);
  const change = (next: Repeats | null) => {
    setRepeats(next);
    changed(next);
  };
  return <RepeatsFields day={day} repeats={repeats} pair={false} onChange={change} />;
}

const optionsFor = (day: string) => {
  const { unmount } = render(<Form day={day} />);
  const options = screen.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value);
  unmount();
  return options.slice(1);
};

const REST = ["Every three months", "Yearly"];

test.each([
  ["2026-11-11", ["Monthly on day 11", "Monthly on the second Wednesday"]],
  ["2026-11-30", ["Monthly on day 30", "Monthly on the last day", "Monthly on the last Monday"]],
  ["2026-10-31", ["Monthly on the last day", "Monthly on the last Saturday"]],
  ["2027-02-26", ["Monthly on day 26", "Monthly on the fourth Friday", "Monthly on the last Friday"]],
])("offers the rhythms that have %s", (day, monthly) => {
  expect(optionsFor(day)).toEqual(["Weekly", "Every two weeks", ...monthly, ...REST]);
});

test("a rhythm, its end, and the time zone of the device are sent", async () => {
  render(<Form day="2026-11-30" />);
  await userEvent.click(screen.getByRole("radio", { name: "Monthly on the last day" }));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(current()).toEqual({ every: "month", on: { day: 31 }, timeZone });
  await userEvent.selectOptions(screen.getByLabelText("Ends"), "After a number of times");
  await userEvent.click(screen.getByLabelText("A new event each month"));
  expect(current()).toMatchObject({ times: 12, newEventEachMonth: true });
  await userEvent.selectOptions(screen.getByLabelText("Ends"), "On a date");
  expect(current()).toMatchObject({ until: "2026-11-30" });
  expect(current()).not.toHaveProperty("times");
  await userEvent.click(screen.getByRole("radio", { name: "Does not repeat" }));
  expect(current()).toBeNull();
});

test("the number of times can be emptied and typed anew", async () => {
  render(<Form day="2026-11-30" />);
  await userEvent.click(screen.getByRole("radio", { name: "Weekly" }));
  await userEvent.selectOptions(screen.getByLabelText("Ends"), "After a number of times");
  await userEvent.type(screen.getByLabelText("Times"), "{Backspace}{Backspace}");
  expect(screen.getByLabelText("Times")).toHaveValue(null);
  // The server says what is missing.
  expect(JSON.stringify(current())).toContain('"times":null');
  await userEvent.type(screen.getByLabelText("Times"), "6");
  expect(current()).toMatchObject({ times: 6 });
});

test("says on which day it is added first", async () => {
  render(<Form day="2999-12-01" />);
  await userEvent.click(screen.getByRole("radio", { name: "Monthly on day 1" }));
  expect(screen.getByText("It will be added on each date, starting December 1, 2999.")).toBeVisible();
});

test.each([
  ["2026-11-30", { day: 30 }, "2026-12-04", { day: 4 }],
  ["2026-11-11", { nth: 2, weekday: "wednesday" }, "2026-12-08", { nth: 2, weekday: "tuesday" }],
  ["2026-11-30", { nth: "last", weekday: "monday" }, "2026-12-04", { day: 4 }],
] as const)("on another day than %s, %j becomes one with %s: %j", (_, on, day, expected) => {
  const repeats = onOtherDay({ every: "month", on, timeZone: "UTC" }, day);
  expect(repeats.on).toEqual(expected);
  expect(dayOfOccurrence(repeats, new Date(day), 1)).toEqual(new Date(day));
});
