import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, dan, event, expense, group, settlement } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { liveAt } from "@/testing/components/viewer-clock";
import { shortDate } from "@/lib/core/text/dates";
import type { Event } from "@/lib/contract/events";
import { personColor } from "@/components/people/person-color";
import { EventScreen } from "./event-screen";
import {
  SharedStatement,
  StatementScreen,
  type SharedStatementProps,
  type StatementScreenProps,
} from "../statements/statement-screen";

const closedByBen = { closedAt: "2026-11-24T12:00:00.000Z", closedBy: ben };
/** `Nov 24` */
const DAY = shortDate("2026-11-24");

/** The event on the server. */
let served: Event;
let change: () => FakeResponse;
let sent: Sent[];

beforeEach(() => {
  served = event;
  sent = fakeApi(({ method }) => (method === "GET" ? { body: [] } : change()));
});

const show = (viewer = ana, more: Partial<Event> = {}) => {
  served = { ...served, ...more };
  return showScreen(viewer, () => (
    <EventScreen
      viewerId={viewer._id}
      group={group}
      event={served}
      settlements={[settlement(1, ben, ana, 10), settlement(2, cleo, ana, 10, true)]}
      settledCursor={null}
      expenses={[expense]}
      nextCursor={null}
    />
  ));
};

const ADDING = ["Add Expense", "Edit event", "Edit Pizza", "Delete Pizza", "Close event"];
const controls = () =>
  [...screen.queryAllByRole("link"), ...screen.queryAllByRole("button")]
    .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? "")
    .filter((name) => ADDING.includes(name));

test("a right-to-left title does not turn the question around", async () => {
  show(ana, { title: "חופשה!" });
  await userEvent.click(screen.getByRole("button", { name: "Close event" }));
  expect(screen.getByRole("alertdialog", { name: /^Close “\s?חופשה!/ })).toBeVisible();
});

test("closing an event with expenses leads to its statement, which is wrapped", async () => {
  change = () => ({ body: { ...event, ...closedByBen } });
  show(ana);
  await userEvent.click(screen.getByRole("button", { name: "Close event" }));
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Close event" }));
  await waitFor(() =>
    expect(router.push).toHaveBeenCalledWith(`/groups/${group._id}/events/${event._id}/statement`),
  );
});

test("an open event is closed after a question; then nothing can be added or changed, but settled", async () => {
  change = () => {
    served = { ...event, ...closedByBen };
    return { body: served };
  };
  show(ana, { expenseCount: 0 });
  expect(new Set(controls())).toEqual(new Set(ADDING));
  await userEvent.click(screen.getByRole("button", { name: "Close event" }));
  const dialog = screen.getByRole("alertdialog", { name: /^Close “\s?Dinner/ });
  expect(dialog).toHaveTextContent(
    "Nobody can add or change expenses until someone reopens it. Payments can still be settled.",
  );
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Close event" }));
  expect(await screen.findByText(/^Closed on/)).toHaveTextContent(`Closed on ${DAY} by Ben.`);
  expect(sent).toMatchObject([{ method: "POST", path: `/api/events/${event._id}/close` }]);
  expect(controls()).toEqual([]);
  expect(screen.getByRole("button", { name: "Settle" })).toBeEnabled();
  expect(screen.getByRole("button", { name: "Unsettle" })).toBeEnabled();
  // In the row of the button that is gone.
  await waitFor(() => expect(screen.getByRole("link", { name: "Activity" })).toHaveFocus());
});

test("a closed event says when and by whom it was closed, and leads to its statement", () => {
  show(ben, closedByBen);
  const notice = within(screen.getByRole("region", { name: "Closed" }));
  expect(notice.getByText(/^Closed on/)).toHaveTextContent(`Closed on ${DAY} by you.`);
  expect(notice.getByRole("link", { name: "See the statement" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${event._id}/statement`,
  );
});

test("a closed event is reopened with one press", async () => {
  change = () => {
    served = event;
    return { body: served };
  };
  show(ana, closedByBen);
  await userEvent.click(screen.getByRole("button", { name: "Reopen" }));
  expect((await screen.findAllByRole("link", { name: "Add Expense" })).length).toBeGreaterThan(0);
  expect(screen.queryByText(/^Closed on/)).toBeNull();
  expect(sent).toMatchObject([{ method: "POST", path: `/api/events/${event._id}/reopen` }]);
  expect(screen.getByRole("alert")).toHaveTextContent("Event reopened");
});

test("a refusal says why", async () => {
  change = () => refusal(404, "not-found", "We couldn't find that.");
  show();
  await userEvent.click(screen.getByRole("button", { name: "Close event" }));
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Close event" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't find that.");
  expect(router.refresh).toHaveBeenCalled();
});

const statement = {
  days: { first: "2026-03-14T12:00:00.000Z", last: "2026-03-14T12:00:00.000Z" },
  event: { ...event, ...closedByBen },
  people: [
    { user: ana, paid: 25.5, share: 10, net: 15.5 },
    { user: ben, paid: 4.5, share: 20, net: -15.5 },
    { user: dan, paid: 0, share: 0, net: 0 },
  ],
  made: [{ ...settlement(1, ben, ana, 5, true), method: "cash" as const }],
  daily: [
    { day: null, paid: [{ user: ana, amount: 10 }] },
    {
      day: "2026-03-14",
      paid: [
        { user: ana, amount: 15.5 },
        { user: ben, amount: 4.5 },
      ],
    },
  ],
  left: [{ from: ben, to: ana, amount: 15 }],
  transfers: [],
  plans: [],
  offsets: [],
};
const pizza = {
  day: "2026-03-14",
  description: "Pizza",
  amount: 20,
  payers: [{ user: ana._id, amount: 20 }],
  shares: [
    { users: [ana._id], amount: 6.68 },
    { users: [ben._id, dan._id], amount: 6.66 },
  ],
};
const showStatement = (more: Partial<StatementScreenProps> = {}) =>
  showScreen(ana, () => (
    <StatementScreen
      {...{
        group,
        statement,
        expenses: [pizza],
        largest: pizza,
        links: [] as const,
        mayShare: true,
        ...more,
      }}
    />
  ));
const showShared = (more: Partial<SharedStatementProps> = {}) =>
  showScreen(ana, () => (
    <SharedStatement {...{ token: "t", by: "Ben", statement, place: null, known: false, ...more }} />
  ));
const rows = (table: string) =>
  within(screen.getByRole("table", { name: table }))
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
const list = (name: string) =>
  within(screen.getByRole("region", { name }))
    .queryAllByRole("listitem")
    .map((item) => item.textContent);

test("the event's expenses and payments can be downloaded in two formats", async () => {
  showStatement();
  await userEvent.click(screen.getByText("Download"));
  const files = within(screen.getByText("Download").closest("details")!).getAllByRole("link");
  const path = `/api/events/${statement.event._id}/expenses.csv`;
  expect(files.map((link) => link.getAttribute("href"))).toEqual([path, `${path}?format=splitwise`]);
});

test("the statement: what each person paid and shares, and the payments made and left", () => {
  showStatement();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Dinner");
  expect(screen.getByText(/Closed on/)).toHaveTextContent(`1 expense. Closed on ${DAY} by Ben.`);
  expect(rows("Total Expenses: $30.00")).toEqual([
    ["Person", "Paid", "Share", "Paid minus share"],
    ["Ana Silva", "$25.50", "$10.00", "+$15.50"],
    ["Ben Okafor", "$4.50", "$20.00", "−$15.50"],
    ["Dan Reyes", "$0.00", "$0.00", "even"],
    ["Total", "$30.00", "$30.00", "$0.00"],
  ]);
  expect(list("Payments made")).toEqual([`Ben paid Ana ${shortDate("2026-03-15")} · Cash $5.00`]);
  expect(list("Payments left")).toEqual(["Ben pays Ana  $15.00"]);
});

test("the statement lists the expenses: the day, the description with everyone's shares, who paid, and the amount", () => {
  const both = {
    ...pizza,
    description: "Boat",
    payers: [
      { user: ana._id, amount: 15 },
      { user: ben._id, amount: 5 },
    ],
    shares: [
      { users: [dan._id], amount: 2 },
      { users: null, amount: 9 },
    ],
  };
  showStatement({ expenses: [pizza, both] });
  expect(rows("Expenses (1)")).toEqual([
    ["Day", "Expense and shares", "Paid by", "Amount"],
    [shortDate("2026-03-14"), "PizzaAna $6.68 · Ben, Dan $6.66 each", "Ana", "$20.00"],
    [shortDate("2026-03-14"), "BoatDan $2.00 · everyone else $9.00 each", "Ana $15.00, Ben $5.00", "$20.00"],
  ]);
});

test("each person's row adds up to what is left, also of someone who only paid a person back", () => {
  const made = [...statement.made, settlement(2, cleo, ana, 3, true)];
  const transfers = [{ from: ana, to: cleo, amount: 3 }];
  const plans = [{ of: "group" as const, usedBy: ana, usedAt: "2026-03-16T12:00:00.000Z" }];
  showStatement({ statement: { ...statement, made, transfers, plans } });
  expect(rows("How it adds up")).toEqual([
    ["Person", "Paid minus share", "Payments", "Plans", "Left"],
    ["Ana", "+$15.50", "−$8.00", "+$3.00", "+$10.50"],
    ["Ben", "−$15.50", "+$5.00", "$0.00", "−$10.50"],
    ["Dan", "$0.00", "$0.00", "$0.00", "even"],
    ["Cleo", "$0.00", "+$3.00", "−$3.00", "even"],
  ]);
});

test("a statement with more rows than it shows is printed from the page that has all", () => {
  showStatement({ statement: { ...statement, event: { ...statement.event, expenseCount: 1200 } } });
  expect(screen.getByRole("region", { name: "Expenses (1,200)" })).toHaveTextContent(
    "and 1,199 more. Show all",
  );
  expect(screen.getByRole("link", { name: "Show all" })).toHaveAttribute("href", "?all=1#expenses");
  expect(screen.getByRole("link", { name: "Print or save as PDF" })).toHaveAttribute("href", "?all=print");
});

test("a closed event is wrapped: the biggest bill, who paid most, the fewest payments, and one button to share it", () => {
  showStatement();
  const wrapped = screen.getByRole("region", { name: "Wrapped" });
  expect([...wrapped.querySelectorAll("h3")].map(({ parentElement }) => parentElement?.textContent)).toEqual([
    `Biggest bill$20.00${shortDate("2026-03-14")} · Pizza`,
    "Paid mostAna$25.50 of $30.00",
    "Fewest payments1settle 1 expense",
  ]);
  expect(
    within(wrapped)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Share"]);
});

test.each([
  ["open", { statement: { ...statement, event } }],
  ["without expenses", { largest: null, expenses: [] }],
])("an event that is %s is not wrapped", (_, more) => {
  showStatement(more);
  expect(screen.queryByRole("region", { name: "Wrapped" })).toBeNull();
  expect(screen.getByRole("button", { name: "Save as a picture" })).toBeVisible();
});

test("whoever has a link to a statement is led on: as one of its people, or to a group of their own", () => {
  const { unmount } = showShared();
  const picture = screen.getByRole("img", { name: /animals/ });
  const links = screen.getAllByRole("link");
  const leads = links.map((link) => [
    link.textContent?.replace(/[\u2068\u2069]/g, ""),
    link.getAttribute("href"),
  ]);
  expect(leads).toEqual([
    ["I'm Ana: settle", "/shared/t/settle?as=0"],
    ["I'm Ben: settle", "/shared/t/settle?as=1"],
    ["Start your own", "/"],
  ]);
  // The picture is first.
  expect(picture.compareDocumentPosition(links[0]!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText("Evenly", { selector: "text" })).toBeInTheDocument();
  unmount();
  showShared({ place: { groupId: "g", eventId: "e" }, known: true });
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/groups/g/events/e",
  ]);
});

test("the statement lists what plans of the group moved, and the other events, each leading to its statement", () => {
  const transfers = [{ from: ana, to: ben, amount: 7.25 }];
  const offsets = Array.from({ length: 7 }, (_, index) => ({ _id: `e${index}`, title: `Event ${index}` }));
  const usedAt = "2026-03-16T12:00:00.000Z";
  const plans = [
    { of: "event" as const, usedBy: ben, usedAt },
    { of: "group" as const, usedBy: ana, usedAt },
  ];
  const shown = { ...statement, transfers, plans, offsets };
  const { unmount } = showStatement({ statement: shown });
  const moved = screen.getByRole("region", { name: "Plans used" });
  const day = shortDate("2026-03-16");
  expect(list("Plans used")).toEqual([
    `${day}: Ben replaced the open payments with fewer ones. Nobody's balance changed.`,
    `${day}: Ana settled all events of the group together.`,
    "Ana to Ben  $7.25",
  ]);
  expect(moved).toHaveTextContent(/Moved to Event 0, Event 1, .*, and 2 more events, where it is offset/);
  expect(within(moved).getByRole("link", { name: "Event 4" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/e4/statement`,
  );
  unmount();
  showShared({ statement: { ...shown, offsets: [] } });
  expect(screen.getByRole("region", { name: "Plans used" })).toHaveTextContent("Moved to other events");
});

test("a shared statement has the days of payments, the same everywhere, and not how they were made", () => {
  liveAt(-5);
  const [made] = statement.made;
  const shared = { ...statement, made: [{ ...made!, settledAt: "2026-03-15", method: null }] };
  showShared({ statement: shared });
  expect(list("Payments made")).toEqual([`Ben paid Ana ${shortDate("2026-03-15")} $5.00`]);
  jest.restoreAllMocks();
});

test("the statement, day by day: what was spent, and the running total with each payer's part of it", () => {
  showStatement();
  expect(rows("Day by day")).toEqual([
    ["Day", "Spent", "Paid so far", "Running total"],
    ["Earlier", "$10.00", "Ana $10.00", "$10.00"],
    [shortDate("2026-03-14"), "$20.00", "Ana $25.50, Ben $4.50", "$30.00"],
  ]);
  const bars = screen
    .getByRole("table", { name: "Day by day" })
    .querySelectorAll<HTMLElement>("tbody tr [aria-hidden]");
  const parts = [...bars].map((bar) =>
    [...bar.children].map((part) => [(part as HTMLElement).style.width, part.className]),
  );
  const [anas, bens] = [personColor(ana.name), personColor(ben.name)];
  expect(parts).toEqual([
    [["33.33%", anas]],
    [
      ["85%", anas],
      ["15%", bens],
    ],
  ]);
  expect(list("Day by day")).toEqual(["Ana", "Ben"]);
});

test("day by day, payers with the same color differ by a pattern, in their bars and beside their names", () => {
  const [first, second] = [
    { ...ana, name: "Ana" },
    { ...ben, name: "Ben" },
  ];
  for (let more = 0; personColor(second.name) !== personColor(first.name); more++)
    second.name = `Ben ${more}`;
  const people = [first, second].map((user) => ({ user, paid: 10, share: 10, net: 0 }));
  const paid = [first, second].map((user) => ({ user, amount: 10 }));
  const daily = [{ day: "2026-03-14", paid }];
  showStatement({ statement: { ...statement, people, daily } });
  const region = screen.getByRole("region", { name: "Day by day" });
  const looks = (marks: Iterable<Element>) =>
    [...marks].map((mark) => [mark.className.split(" ").at(-1), mark.getAttribute("data-pattern")]);
  const color = personColor(first.name);
  const expected = [
    [color, null],
    [color, "1"],
  ];
  expect(looks(region.querySelectorAll("li > span[aria-hidden]"))).toEqual(expected);
  expect(looks(region.querySelectorAll("td > [aria-hidden] > *"))).toEqual(expected);
});

test("without expenses, there are no days", () => {
  showStatement({ statement: { ...statement, daily: [] } });
  expect(screen.queryByRole("region", { name: "Day by day" })).toBeNull();
});

test("the statement of an open event without payments, and printing", async () => {
  const print = jest.spyOn(window, "print").mockImplementation(() => {});
  showStatement({ statement: { ...statement, event, made: [], left: [] } });
  expect(screen.getByText(/can still change/)).toBeVisible();
  expect(screen.getByText("No payment has been made.")).toBeVisible();
  expect(screen.getByText("Nothing is left to pay.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Print or save as PDF" }));
  expect(print).toHaveBeenCalledTimes(1);
});

test("one-to-one with a former friend, nothing is added or recorded", () => {
  showScreen(ana, () => (
    <EventScreen
      viewerId={ana._id}
      group={{ ...group, pair: true }}
      event={event}
      settlements={[settlement(1, ben, ana, 10)]}
      settledCursor={null}
      expenses={[expense]}
      nextCursor={null}
      friends={false}
    />
  ));
  expect(screen.getAllByRole("button", { name: "Settle" }).length).toBeGreaterThan(0);
  for (const name of ["Add Expense", "Record a payment"])
    expect(screen.queryByRole("link", { name })).toBeNull();
});
