import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { ana, event, expense, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { liveAt } from "@/testing/components/viewer-clock";
import type { Activity } from "@/lib/contract/activity";
import { ActivityScreen } from "./activity-screen";
import { DayLists, type Rows } from "./day-lists";

beforeEach(() => jest.useFakeTimers({ now: new Date("2026-03-14T20:00:00.000Z"), advanceTimers: true }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const comment = (at: string, text: string, more: Partial<Activity> = {}): Activity => ({
  _id: at.replace(/\D/g, "").padStart(24, "0"),
  kind: "comment",
  at,
  actor: ana,
  group: { _id: group._id, title: group.title },
  eventId: event._id,
  expenseId: expense._id,
  people: [],
  title: "Pizza",
  amount: null,
  changes: [],
  text,
  ...more,
});

const rows = [
  comment("2026-03-14T19:55:00.000Z", "a"),
  comment("2026-03-14T02:00:00.000Z", "b"),
  comment("2026-03-13T12:00:00.000Z", "c"),
  comment("2026-03-12T12:00:00.000Z", "d"),
  comment("2025-10-29T12:00:00.000Z", "e"),
];

const lists = (
  <DayLists rows={rows} listRef={{ current: null }}>
    {({ _id, text }, index, isToday) => <li key={_id}>{`${index}${text}${isToday ? "!" : ""}`}</li>}
  </DayLists>
);

/** Headings and rows in their order. */
const shown = (place: ParentNode = document) =>
  [...place.querySelectorAll("h2, li")].map(({ textContent }) => textContent);

test.each([
  ["London", 0, ["Today", "0a!", "1b!", "Yesterday", "2c", "Mar 12", "3d", "Oct 29, 2025", "4e"]],
  ["New York", -5, ["Today", "0a!", "Yesterday", "1b", "2c", "Mar 12", "3d", "Oct 29, 2025", "4e"]],
  ["Tokyo", 9, ["Today", "0a!", "Yesterday", "1b", "Mar 13", "2c", "Mar 12", "3d", "Oct 29, 2025", "4e"]],
])("rows are under the days of %s", (_, hours, expected) => {
  liveAt(hours);
  render(lists);
  expect(shown()).toEqual(expected);
});

test("the rows of all days are known in their order", () => {
  liveAt(-5);
  const listRef = { current: null as Rows | null };
  render(
    <DayLists rows={rows} listRef={listRef}>
      {({ _id, text }) => <li key={_id}>{text}</li>}
    </DayLists>,
  );
  const children = Array.from(listRef.current!.children);
  expect(children.map(({ textContent }) => textContent)).toEqual(["a", "b", "c", "d", "e"]);
});

test("the server's UTC days are hydrated, then corrected, without a warning", async () => {
  liveAt(-5);
  const place = document.createElement("div");
  document.body.append(place);
  place.innerHTML = renderToString(lists);
  expect(shown(place).slice(0, 4)).toEqual(["Today", "0a!", "1b!", "Yesterday"]);
  const mismatch = jest.fn();
  const root = await act(async () => hydrateRoot(place, lists, { onRecoverableError: mismatch }));
  expect(shown(place).slice(0, 4)).toEqual(["Today", "0a!", "Yesterday", "1b"]);
  expect(mismatch).not.toHaveBeenCalled();
  await act(async () => root.unmount());
  place.remove();
});

test("a row has its effect on the viewer; only those of today tell how long ago it was", () => {
  liveAt(0);
  const source = { name: "GET /api/users/activity" } as const;
  const told = [
    comment(rows[0]!.at, "", { kind: "expense-added", amount: 30, effect: "your share $15.00" }),
    comment(rows[2]!.at, "", { kind: "expense-added", amount: 20 }),
  ];
  showScreen(ana, () => (
    <ActivityScreen of="" backTo="/friends" rows={told} nextCursor={null} source={source} withGroup />
  ));
  const [today, earlier] = screen.getAllByRole("listitem");
  expect(today).toHaveTextContent(`your share $15.00${group.title}5 minutes ago`);
  expect(earlier).toHaveTextContent(new RegExp(`\\$20\\.00${group.title}$`));
  expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toEqual([
    "Today",
    "Yesterday",
  ]);
});
