import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, dan, event, group, person, settlement } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import type { Route } from "next";
import type { Contribution, Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import type { Person } from "@/lib/contract/people";
import type { Settlement } from "@/lib/contract/settlements";
import { GroupScreen, type GroupScreenProps } from "./group-screen";

const lunch: Event = { ...event, _id: "e".repeat(24), title: "Lunch", createdBy: ben };
let events: Event[] = [];
let invited: Person[] = [];
let balances: Record<string, number> = {};
let debts: { person: Person; amount: number }[] = [];
let contributions: Contribution[] = [];
let payments: Settlement[] = [];
let sent: Sent[] = [];
let remove: () => FakeResponse | undefined;

function show(viewer: Person, shown: Group = group) {
  sent = fakeApi(({ method }) => (method === "GET" ? { body: payments } : remove()));
  return showScreen(viewer, () => (
    <GroupScreen
      group={shown}
      events={events}
      nextCursor={null}
      eventCount={events.length}
      invited={invited}
      planSize={planSize}
      record={record}
      planned={[]}
      balances={balances}
      debts={debts}
      contributions={contributions}
      waiting={waiting}
    />
  ));
}

let planSize: number | string | null = null;
let record: Route | null = null;
let waiting: GroupScreenProps["waiting"] = [];

beforeEach(() => {
  planSize = null;
  record = null;
  waiting = [];
  events = [event, lunch];
  invited = [];
  balances = {};
  debts = [];
  contributions = [
    { user: ana, paid: 10, share: 40 },
    { user: ben, paid: 60, share: 20 },
    { user: cleo, paid: 10, share: 10 },
  ];
  payments = [];
  remove = () => {
    events = [event];
    return { body: { success: true } };
  };
});

test("shows title, members, and events with the first 10 characters of their date", () => {
  show(ben);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Flat");
  expect(screen.getByRole("heading", { name: "Members (3)" })).toBeVisible();
  const members = within(screen.getByRole("region", { name: "Members (3)" }));
  expect(members.getByRole("link", { name: /^Cleo Marsh/ })).toHaveAttribute("href", `/friends/${cleo._id}`);
  expect(screen.getByRole("heading", { name: "Events (2)" })).toBeVisible();
  const row = screen.getByRole("link", { name: "Dinner" });
  expect(row).toHaveAttribute("href", `/groups/${group._id}/events/${event._id}`);
  expect(row.closest("li")).toHaveTextContent("2026-03-14 · 1 expense");
  expect(screen.getByRole("link", { name: "Edit group" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/edit`,
  );
  expect(sent).toEqual([]);
});

test("the header has the viewer's net, and Settle up leads to each person", async () => {
  debts = [
    { person: ben, amount: -30 },
    { person: cleo, amount: 9.5 },
  ];
  show(ana);
  const summary = screen.getByText("Settle up").closest("summary")!;
  expect(summary).toHaveTextContent("You owe $20.50 Settle up");
  await userEvent.click(summary);
  const row = (name: string) => within(summary.parentElement!).getByRole("link", { name }).closest("li");
  expect(row("Ben Okafor")).toHaveTextContent("you owe $30.00");
  expect(row("Cleo Marsh")).toHaveTextContent("owes you $9.50");
  expect(screen.getAllByRole("link", { name: "Ben Okafor" })[0]).toHaveAttribute(
    "href",
    `/friends/${ben._id}`,
  );
});

test.each([
  ["below the people to settle with", [{ person: ben, amount: -30 }]],
  ["alone, for a viewer who owes nothing", []],
])("the group's plan is offered %s", (_, owed) => {
  planSize = 2;
  debts = owed;
  show(ana);
  expect(
    screen.getByRole("link", { name: "Settle the group with 2 payments", hidden: true }),
  ).toHaveAttribute("href", `/groups/${group._id}/plan`);
});

test("without open payments, there is nothing to settle", () => {
  show(ana);
  expect(screen.getByText("You're all set in this group")).toBeVisible();
  expect(screen.queryByText("Settle up")).toBeNull();
});

test("a table has each member's paid minus share with a bar, and leads to the expenses behind it", () => {
  show(ana);
  const table = screen.getByRole("table", { name: "Paid minus share" });
  const [, ...rows] = within(table).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "BOBen Okafor+$40.00",
    "CMCleo Marsheven",
    "ASAna Silva−$30.00",
  ]);
  const bars = rows.map((row) => row.querySelector("svg rect:nth-child(2)"));
  expect(bars.map((bar) => [bar?.getAttribute("x"), bar?.getAttribute("width")])).toEqual([
    ["50.00%", "50.00%"],
    ["50%", "2"],
    ["12.50%", "37.50%"],
  ]);
  expect(within(table).getByRole("link", { name: "Ben Okafor" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/spending?person=${ben._id}`,
  );
});

test.each([
  [12, "open"],
  [13, "folded"],
])("the bars of %d people are %s", (count, state) => {
  contributions = Array.from({ length: count }, (_, at) => ({
    user: person(200 + at, `Person ${at}`),
    paid: 10,
    share: 5,
  }));
  show(ana);
  expect(screen.queryByText(`${count} people`) === null).toBe(state === "open");
  expect(
    within(screen.getByRole("table", { name: "Paid minus share", hidden: true })).getAllByRole("link", {
      hidden: true,
    }),
  ).toHaveLength(count);
});

test("the bars of very many people are rendered when they are unfolded", async () => {
  contributions = Array.from({ length: 200 }, (_, at) => ({
    user: person(200 + at, `Person ${at}`),
    paid: 10,
    share: 5,
  }));
  show(ana);
  expect(screen.queryByRole("table", { hidden: true })).toBeNull();
  await userEvent.click(screen.getByText("200 people"));
  expect(within(screen.getByRole("table", { name: "Paid minus share" })).getAllByRole("link")).toHaveLength(
    200,
  );
});

test.each<[string, Person, string[]]>([
  ["the group's creator can delete every event", ana, ["Delete Dinner", "Delete Lunch"]],
  ["an event's creator can delete only that event", ben, ["Delete Lunch"]],
  ["other members can delete no event", cleo, []],
])("%s", (_name, viewer, buttons) => {
  show(viewer);
  expect(
    screen.queryAllByRole("button", { name: /^Delete/ }).map((one) => one.getAttribute("aria-label")),
  ).toEqual(buttons);
});

test("a closed event is not deleted, and says that it is closed", () => {
  events = [{ ...event, closedAt: "2026-11-24T12:00:00.000Z", closedBy: ben }, lunch];
  show(ana);
  expect(screen.getByRole("link", { name: "Dinner" }).closest("li")).toHaveTextContent(
    "2026-03-14 · closed · 1 expense",
  );
  expect(screen.queryByRole("button", { name: "Delete Dinner" })).toBeNull();
  expect(screen.getByRole("button", { name: "Delete Lunch" })).toBeVisible();
});

test("deleting an event needs a confirmation; then it disappears and the focus moves to the next one", async () => {
  const changed = jest.fn();
  window.addEventListener("settlementsChanged", changed);
  show(ana);
  await userEvent.click(screen.getByRole("button", { name: "Delete Lunch" }));
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName("Are you sure you want to delete this event?");
  expect(screen.getByRole("alertdialog")).toHaveTextContent(/You can restore it for 30 days\./);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Delete Lunch" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByRole("heading", { name: "Events (1)" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Dinner" })).toHaveFocus();
  expect(changed).toHaveBeenCalledTimes(1);
  expect(router.refresh).toHaveBeenCalledTimes(1);
  window.removeEventListener("settlementsChanged", changed);
});

describe("the question before an event is deleted", () => {
  const dialog = () =>
    screen.getByRole("alertdialog", { name: "Are you sure you want to delete this event?" });
  const ask = () => userEvent.click(screen.getByRole("button", { name: "Delete Lunch" }));

  test("names the unsettled payments that are deleted with it, the largest first", async () => {
    payments = [
      settlement(1, ben, ana, 12),
      settlement(2, cleo, ben, 30.5),
      settlement(3, cleo, ana, 99, true),
    ];
    show(ana);
    await ask();
    expect(await within(dialog()).findByText(/^2 unsettled payments/)).toHaveTextContent(
      "2 unsettled payments, $42.50 in all, are deleted with it:",
    );
    expect(
      within(dialog())
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Cleo owes Ben $30.50", "Ben owes you $12.00"]);
    expect(sent.map(({ path }) => path)).toEqual([`/api/settlements?eventId=${lunch._id}&settled=false`]);
  });

  test("folds a long list, with the sum of the rest", async () => {
    payments = Array.from({ length: 9 }, (_, index) => settlement(index + 1, dan, ana, 10 - index));
    show(ana);
    await ask();
    const rest = await within(dialog()).findByText(whole("and 6 more, $27.00"));
    expect(
      within(dialog())
        .getAllByRole("listitem")
        .filter((row) => !rest.closest("details")?.contains(row)),
    ).toHaveLength(3);
    expect(rest.closest("details")).not.toHaveAttribute("open");
    await userEvent.click(rest);
    expect(within(rest.closest("details")!).getAllByRole("listitem")).toHaveLength(6);
  });

  test("says nothing of payments if none is unsettled", async () => {
    payments = [settlement(1, ben, ana, 12, true)];
    show(ana);
    await ask();
    await expect(within(dialog()).findByText(/unsettled/, {}, { timeout: 500 })).rejects.toThrow();
  });

  test("says that they could not be loaded", async () => {
    jest.spyOn(console, "error").mockImplementation(() => {});
    remove = () => undefined;
    show(ana);
    sent = fakeApi(() => undefined);
    await ask();
    expect(await within(dialog()).findByText("The unsettled payments couldn't be loaded.")).toBeVisible();
  });
});

test("a failed delete is reported and keeps the event", async () => {
  remove = () => undefined;
  show(ana);
  await userEvent.click(screen.getByRole("button", { name: "Delete Lunch" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Failed to delete event. Please try again.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Events (2)" })).toBeVisible();
});

test("each event shows the viewer's balance, unless it is even", () => {
  const trip: Event = { ...event, _id: "a".repeat(24), title: "Trip" };
  events = [event, lunch, trip];
  balances = { [event._id]: 42, [lunch._id]: -12.5 };
  show(ana);
  const row = (name: string) => screen.getByRole("link", { name }).closest("li");
  expect(row("Dinner")).toHaveTextContent("you're owed $42.00");
  expect(row("Lunch")).toHaveTextContent("you owe $12.50");
  expect(row("Trip")).not.toHaveTextContent(/owe/);
});

test("invitees are shown after the members, and are not counted with them", () => {
  invited = [person(9, "Dora Hall")];
  show(ana);
  expect(screen.getByRole("heading", { name: "Members (3)" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Dora Hall, invited" })).toHaveTextContent("Dorainvited");
});

test("a group without events has an empty state", () => {
  events = [];
  show(ana);
  expect(screen.getByText("No events yet.")).toBeVisible();
});

test("the first of many members are shown, the rest on demand", async () => {
  const members = Array.from({ length: 40 }, (_, index) => person(index + 1, `Person ${index + 1}`));
  show(ana, { ...group, members });
  expect(screen.getAllByRole("link", { name: /^Person/ })).toHaveLength(8);
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getAllByRole("link", { name: /^Person/ })).toHaveLength(40);
});

test("further events are loaded on demand", async () => {
  const old: Event = { ...event, _id: "9".repeat(24), title: "Long ago" };
  sent = fakeApi(({ path }) => ({ body: path.includes("cursor=c1") ? [old] : [] }));
  showScreen(ana, () => (
    <GroupScreen
      group={group}
      events={events}
      nextCursor="c1"
      eventCount={3}
      invited={[]}
      planSize={null}
      record={null}
      planned={[]}
      balances={{}}
      debts={[]}
      contributions={[]}
      waiting={[]}
    />
  ));
  expect(screen.getByRole("heading", { name: "Events (3)" })).toBeVisible();
  expect(screen.queryByText("Long ago")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show more events" }));
  expect(await screen.findByRole("link", { name: "Long ago" })).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Show more events" })).toBeNull();
  expect(screen.getByRole("button", { name: "Delete Long ago" })).toBeVisible();
  expect(sent.map(({ path }) => path)).toEqual([`/api/events?groupId=${group._id}&limit=50&cursor=c1`]);
});

test("a payment is recorded from the group's header", () => {
  record = "/groups/g/events/e/record-payment?to=b" as Route;
  show(ana);
  expect(screen.getByRole("link", { name: "Record a payment" })).toHaveAttribute("href", record);
});

test("the group's history can be downloaded", async () => {
  show(cleo);
  await userEvent.click(screen.getByText("Download"));
  const files = within(screen.getByText("Download").closest("details")!).getAllByRole("link");
  expect(files.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    [expect.stringContaining("Spreadsheet (CSV)"), `/api/groups/${group._id}/expenses.csv`],
    [
      expect.stringContaining("For other apps (CSV)"),
      `/api/groups/${group._id}/expenses.csv?format=splitwise`,
    ],
    [expect.stringContaining("Everything (JSON)"), `/api/groups/${group._id}/export`],
  ]);
  for (const link of files) expect(link).toHaveAttribute("download");
});

test.each([
  ["Yes, it's Nina", "POST", "Nina can continue on that device."],
  ["No", "DELETE", null],
])("%j answers a device that asks to take part as a guest, with one tap", async (label, method, said) => {
  const nina = { ...person(9, "Nina"), guest: true as const };
  waiting = [{ _id: "d1", guest: nina, device: "Chrome on Android", code: "4821", invitedBy: ben }];
  remove = () => {
    waiting = [];
    return { body: { success: true } };
  };
  show(ana);
  const title = screen.getByText(whole("Is this Nina?"));
  expect(within(title).getByText("Nina")).toHaveAttribute("translate", "no");
  const asked = title.closest('[role="status"]')!;
  expect(asked).toHaveTextContent(/on Chrome on Android asks .* as Nina, with Ben Okafor's link/);
  expect(asked).toHaveTextContent("the code 4821");
  await userEvent.click(screen.getByRole("button", { name: label }));
  await waitFor(() => expect(screen.queryByText(whole("Is this Nina?"))).toBeNull());
  const path = `/api/groups/${group._id}/waiting/d1`;
  expect(sent.filter((one) => one.method !== "GET")).toEqual([expect.objectContaining({ method, path })]);
  if (said) expect(await screen.findByText(whole(said))).toBeVisible();
});

test("only an open event without expenses offers to add the first one", () => {
  const closed = { ...lunch, closedAt: "2026-03-14T20:00:00.000Z", expenseCount: 0 };
  events = [{ ...event, expenseCount: 0 }, closed, { ...lunch, _id: "f".repeat(24), expenseCount: 1 }];
  show(ana);
  const [step, ...others] = screen.getAllByRole("link", { name: /^Add the first expense/ });
  expect(step).toHaveAttribute("href", `/groups/${group._id}/events/${event._id}/add-expense`);
  expect(others).toEqual([]);
});
