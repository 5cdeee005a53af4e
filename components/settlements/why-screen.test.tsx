import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PaymentSettled } from "@/components/navigation/gone";
import { fakeApi, offline, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, event, person, settlement } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { liveAt } from "@/testing/components/viewer-clock";
import { whole } from "@/testing/components/whole-text";
import { shortDate } from "@/lib/core/text/dates";
import type { Settlement, WhyLine, WhyStory } from "@/lib/contract/settlements";
import { WhyScreen } from "./why-screen";

const pizza: WhyLine = {
  kind: "expense",
  _id: "a1",
  description: "Pizza",
  date: "2026-03-14T12:00:00.000Z",
  paidBy: ben,
  otherPayers: 1,
  otherPayer: person(8, "Elena Rossi"),
  total: 30,
  amount: 15,
};
const beer: WhyLine = {
  ...pizza,
  _id: "a2",
  description: "Beer",
  paidBy: ana,
  otherPayers: 0,
  otherPayer: undefined,
  total: 4,
  amount: -2,
};
const payment: WhyLine = {
  ...beer,
  kind: "payment",
  _id: "a3",
  description: "Payment",
  total: 3,
  amount: -3,
};

/** Pizza raises the debt to $15, beer and a payment lower it to $10. */
const story: WhyStory = {
  before: 0,
  steps: [
    { _id: "a1", description: "Pizza", amount: 15, after: 15 },
    { _id: "a2", description: "Beer", amount: -2, after: 13 },
    { _id: "a3", description: "Payment", amount: -3, after: 10 },
  ],
};

let debt: Settlement;
let lines: WhyLine[];
let nextCursor: string | null;
let settled: boolean;
let closed: boolean;
let change: (call: Sent) => FakeResponse | Promise<FakeResponse> | undefined;
let sent: Sent[];

beforeEach(() => {
  debt = settlement(1, ana, ben, 10);
  lines = [payment, beer, pizza];
  nextCursor = null;
  settled = false;
  closed = false;
  sent = fakeApi((call) =>
    call.method === "GET"
      ? { body: { amount: 10, from: ana, to: ben, lines: [{ ...pizza, _id: "a4", description: "Older" }] } }
      : change(call),
  );
});

/** Answers that the whole payment is settled. */
function settleUp(): FakeResponse {
  settled = true;
  return { body: { ...debt, settled: true } };
}

const place = { groupId: event.groupId, eventId: event._id };

const showStory = (told = story) =>
  showScreen(ana, () => (
    <WhyScreen
      event={{ ...event, closed }}
      settlement={debt}
      lines={lines}
      nextCursor={nextCursor}
      story={told}
    />
  ));

function show() {
  showScreen(ana, () =>
    settled ? (
      <PaymentSettled {...place} />
    ) : (
      <WhyScreen
        event={{ ...event, closed }}
        settlement={debt}
        lines={lines}
        nextCursor={nextCursor}
        story={story}
      />
    ),
  );
}

const rows = () => {
  const [lines] = within(screen.getByRole("region", { name: "Why" })).getAllByRole("list");
  return within(lines!).getAllByRole("listitem");
};
const heading = () => screen.getByRole("heading", { level: 1 });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const alerts = () => screen.queryAllByRole("alert").map((alert) => alert.textContent);

const payers = () =>
  sent.filter(({ method }) => method === "PUT").map(({ body }) => (body as { from: string }).from);

test("an expense has its own day, a payment that of the viewer", () => {
  const late = "2026-03-14T23:59:59.999Z";
  lines = [
    { ...payment, date: late },
    { ...pizza, date: late },
  ];
  liveAt(9);
  show();
  expect(rows()[0]).toHaveTextContent(shortDate("2026-03-15"));
  expect(rows()[1]).toHaveTextContent(shortDate("2026-03-14"));
});

test("shows the debt, and what raised and lowered it", () => {
  show();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("You owe Ben Okafor $10.00");
  expect(screen.getByRole("link", { name: "Go back" })).toHaveAttribute(
    "href",
    `/groups/${event.groupId}/events/${event._id}`,
  );
  const day = shortDate("2026-03-14");
  expect(rows().map((row) => row.textContent)).toEqual([
    `PaymentYou paid $3.00 ${day}−$3.00 you owe less`,
    `BeerYou paid $4.00 ${day}−$2.00 you owe less`,
    `PizzaBen and Elena paid $30.00 ${day}+$15.00 you owe more`,
  ]);
  expect(screen.getByText("Total").parentElement).toHaveTextContent("Total $10.00");
  expect(screen.getByRole("link", { name: "Pizza" })).toHaveAttribute(
    "href",
    `/groups/${event.groupId}/events/${event._id}/expenses/a1`,
  );
  expect(screen.queryByRole("link", { name: "Payment" })).toBeNull();
});

test.each([
  ["the creditor", ben],
  ["somebody else", person(9, "Cleo Marsh")],
])("to %s, it is what the debtor owes", (_, viewer) => {
  showScreen(viewer, () => (
    <WhyScreen
      event={{ ...event, closed }}
      settlement={debt}
      lines={lines}
      nextCursor={nextCursor}
      story={story}
    />
  ));
  expect(rows()[0]).toHaveTextContent("Ana owes less");
  expect(screen.getByRole("button", { name: "Record part of it" })).toBeVisible();
});

test.each([
  ["oneself and another", { otherPayer: ana }, "You and Ben paid"],
  ["three", { otherPayers: 2, otherPayer: undefined }, "Ben and 2 others paid"],
])("names two payers, and counts more: %s", (_, payers, text) => {
  const { otherPayer: _other, ...line } = pizza;
  lines = [{ ...line, ...(payers as Partial<WhyLine>) }];
  show();
  expect(rows()[0]).toHaveTextContent(text);
});

test("people with the same first name are shown with their full names", () => {
  const other = person(9, "Ben Carter");
  lines = [pizza, { ...beer, paidBy: other }];
  show();
  expect(rows()[0]).toHaveTextContent("Ben Okafor and Elena paid");
  expect(rows()[1]).toHaveTextContent("Ben Carter paid");
});

test("more lines are loaded on demand", async () => {
  nextCursor = "c1";
  show();
  await press("Show more");
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(sent[0]?.path).toBe(`/api/settlements/${debt._id}/why?limit=50&cursor=c1`);
});

test("the full amount is settled with one tap; then the screen leads back to the event", async () => {
  change = settleUp;
  show();
  await press("Settle");
  expect(await screen.findByText("This payment has been settled.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go back" })).toHaveFocus();
  expect(screen.getByText(whole("Settled: You paid Ben $10.00."))).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to the event" })).toHaveAttribute(
    "href",
    `/groups/${event.groupId}/events/${event._id}`,
  );
  expect(sent.at(-1)?.body).toEqual({ settled: true, userId: ana._id, amount: 10, from: ana._id });
});

async function payPart(amount: string) {
  await press("Pay part of it");
  const field = await screen.findByRole("textbox", { name: "Amount" });
  expect(field).toHaveValue("10.00");
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  await userEvent.type(field, amount);
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.click(dialog.getByRole("radio", { name: "Bank transfer" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "Note (optional)" }), "first half");
  await userEvent.click(dialog.getByRole("button", { name: "Settle" }));
}

test("a part is settled with a method and a note; Undo reverts it", async () => {
  const part = { ...settlement(9, ana, ben, 4, true), method: "bank", note: "first half" };
  change = () => {
    debt = settlement(1, ana, ben, 6);
    return { body: part };
  };
  show();
  await payPart("2+2");
  await waitFor(() => expect(alerts()).toEqual(["Settled: You paid Ben $4.00."]));
  expect(sent.at(-1)?.body).toEqual({
    settled: true,
    userId: ana._id,
    amount: 10,
    from: ana._id,
    part: 4,
    method: "bank",
    note: "first half",
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(heading()).toHaveTextContent("You owe Ben Okafor $6.00"));
  history.replaceState(null, "", `/groups/${event.groupId}/events/${event._id}/why/${debt._id}`);
  // The part takes up the rest, under its own id.
  change = () => ({ body: { ...part, settled: false, amount: 10 } });
  await press("Undo");
  expect(sent.at(-1)).toMatchObject({
    path: `/api/settlements/${part._id}/settle`,
    body: { settled: false },
  });
  await waitFor(() =>
    expect(router.replace).toHaveBeenCalledWith(
      `/groups/${event.groupId}/events/${event._id}/why/${part._id}`,
    ),
  );
});

test("Undo on another screen does not leave it", async () => {
  const part = settlement(9, ana, ben, 4, true);
  change = () => ({ body: part });
  show();
  await payPart("4");
  await screen.findByText(whole("Settled: You paid Ben $4.00."));
  history.replaceState(null, "", "/friends");
  change = () => ({ body: { ...part, settled: false, amount: 10 } });
  router.refresh.mockClear();
  await press("Undo");
  await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  expect(router.replace).not.toHaveBeenCalled();
});

test("if the debt is reversed while the dialog is open, nothing is settled before the user is told", async () => {
  const message = "The payment has changed. Please check it and try again.";
  change = () => refusal(409, "amount-changed", message);
  show();
  await press("Pay part of it");
  const dialog = within(screen.getByRole("dialog"));
  await dialog.findByRole("textbox", { name: "Amount" });
  debt = settlement(1, ben, ana, 25);
  window.dispatchEvent(new Event("focus"));
  expect(await dialog.findByText(/owes you/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Settle" }));
  await waitFor(() => expect(alerts()).toContain(message));
  await userEvent.click(await dialog.findByRole("button", { name: "Settle" }));
  await waitFor(() => expect(payers()).toEqual([ana._id, ben._id]));
});

test("if the debt was reversed before the screen shows it, the user is told once", async () => {
  change = () => {
    debt = settlement(1, ben, ana, 25);
    return refusal(409, "amount-changed", "The payment has changed. Please check it and try again.");
  };
  show();
  await payPart("4");
  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByText(/owes you/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Settle" }));
  await waitFor(() => expect(payers()).toEqual([ana._id, ben._id]));
});

test("the full amount typed in the dialog settles the payment, and the focus is not lost", async () => {
  change = settleUp;
  show();
  await payPart("10");
  expect(await screen.findByText("This payment has been settled.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("link", { name: "Go back" })).toHaveFocus());
});

test("what was typed is in the dialog again, with the offer to discard it there", async () => {
  change = () => offline;
  show();
  await payPart("4");
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  // It is locked until the form is no longer busy.
  await waitFor(() => {
    fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  await press("Pay part of it");
  const dialog = within(screen.getByRole("dialog"));
  const amount = dialog.getByRole("textbox", { name: "Amount" });
  expect(await dialog.findByText("Draft restored.")).toBeVisible();
  expect(alerts()).toEqual([]);
  expect(amount).toHaveValue("4");
  expect(dialog.getByRole("radio", { name: "Bank transfer" })).toBeChecked();
  await userEvent.click(dialog.getByRole("radio", { name: "None" }));
  await userEvent.click(dialog.getByRole("button", { name: "Settle" }));
  // The screen also reloads its lists.
  const puts = () => sent.filter(({ method }) => method === "PUT");
  await waitFor(() => expect(puts().at(-1)?.body).toMatchObject({ method: null }));
  await press("Discard");
  expect(amount).toHaveValue("10.00");
  expect(amount).toHaveFocus();
  expect(dialog.getByRole("radio", { name: "Bank transfer" })).not.toBeChecked();
  expect(dialog.queryByText("Draft restored.")).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test("Cancel discards what was typed", async () => {
  show();
  await press("Pay part of it");
  await userEvent.type(await screen.findByRole("textbox", { name: "Note (optional)" }), "Oops");
  expect(localStorage).toHaveLength(1);
  await press("Cancel");
  await press("Pay part of it");
  expect(await screen.findByRole("textbox", { name: "Note (optional)" })).toHaveValue("");
  expect(localStorage).toHaveLength(0);
});

test("the dialog stays open while it sends, so that its problem is shown", async () => {
  let response: (response: FakeResponse) => void = () => undefined;
  change = () => new Promise((resolve) => (response = resolve));
  show();
  await payPart("4");
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
  expect(screen.getByRole("dialog")).toBeVisible();
  response({ status: 500, body: undefined });
  await waitFor(() => expect(alerts()).toEqual(["Something went wrong. Please try again."]));
});

test("more than the open amount is refused at the field", async () => {
  show();
  await payPart("10.01");
  expect(alerts()).toEqual(["Only $10.00 is still owed."]);
  expect(screen.getByRole("textbox", { name: "Amount" })).toHaveFocus();
  expect(sent).toEqual([]);
});

test.each([
  [409, "amount-changed", "The payment has changed. Please check it and try again."],
  [422, "invalid", "Only $3.00 is still owed."],
])("after a refusal with %d, the input stays and the screen is refreshed", async (status, code, message) => {
  change = () => {
    debt = settlement(1, ana, ben, 12);
    return refusal(status, code, message);
  };
  show();
  await payPart("4");
  await waitFor(() => expect(alerts()).toEqual([message]));
  expect(screen.getByRole("textbox", { name: "Amount" })).toHaveValue("4");
  await waitFor(() => expect(heading()).toHaveTextContent("$12.00"));
});

function showPlan() {
  const cleo = person(3, "Cleo Stone");
  lines = [
    {
      ...payment,
      kind: "plan",
      description: "Simplified payments",
      date: "2026-11-24T12:00:00.000Z",
      paidBy: cleo,
      amount: 10,
      plan: {
        _id: "b1",
        scope: { of: "event", id: event._id },
        replaced: [{ from: ana, to: cleo, amount: 10 }],
        payments: [{ from: ana, to: ben, amount: 10 }],
        behind: [
          {
            _id: "a9",
            eventId: event._id,
            description: "Soup",
            date: "2026-03-14T12:00:00.000Z",
            person: cleo,
            amount: 10,
          },
        ],
      },
    },
  ];
  show();
}

test("in a closed event, a plan is not undone", () => {
  closed = true;
  showPlan();
  expect(screen.getByText(/^Simplified by/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("a plan: who used it, what it replaced, and the expenses behind it", async () => {
  showPlan();
  const [line] = rows();
  expect(line).toHaveTextContent(
    "Simplified by Cleo on Nov 24instead of paying Cleo $10.00, you pay Ben $10.00",
  );
  expect(within(line!).getByRole("link", { name: "Soup" })).toHaveAttribute(
    "href",
    expect.stringContaining("a9"),
  );
  await userEvent.click(within(line!).getByRole("button", { name: "Undo" }));
  expect(sent.at(-1)).toMatchObject({ method: "DELETE", path: `/api/events/${event._id}/plan/b1` });
});

test("as a story, each expense falls onto the seesaw until it rests at the figure; arrow keys step", async () => {
  jest.useFakeTimers();
  const { container } = showStory();
  const tilt = () => container.querySelector<HTMLElement>('img[src="/seesaw/beam.svg"]')?.style.rotate;
  const step = () => screen.getByRole("slider", { name: "Step of the story" });
  const now = () => step().getAttribute("aria-valuetext");
  expect([now(), tilt()]).toEqual(["Payment −$3.00: $10.00", "-1deg"]);
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  expect([now(), tilt()]).toEqual(["Nothing owed yet: $0.00", "0deg"]);
  const seen: unknown[] = [];
  for (let scene = 0; scene < 4; scene++) {
    act(() => jest.advanceTimersByTime(900));
    seen.push(now());
  }
  expect(seen).toEqual([
    "Pizza +$15.00: $15.00",
    "Beer −$2.00: $13.00",
    "Payment −$3.00: $10.00",
    "Payment −$3.00: $10.00",
  ]);
  expect(screen.getByRole("button", { name: "Play" })).toBeVisible();
  fireEvent.change(step(), { target: { value: "2" } });
  expect(now()).toBe("Beer −$2.00: $13.00");
  jest.useRealTimers();
});

test("a story of more lines than it shows says what the older ones sum to", () => {
  showStory({ before: 7.02, steps: story.steps.map((step) => ({ ...step, after: step.after + 7.02 })) });
  const why = screen.getByRole("region", { name: "Why" });
  expect(why).toHaveTextContent("The story starts at $7.02, the sum of everything older.");
  expect(why).toHaveTextContent("Everything older $7.02Pizza");
});

test("a story is also a list with the sum after each expense", () => {
  showStory();
  const [, list] = within(screen.getByRole("region", { name: "Why" })).getAllByRole("list");
  expect([...list!.children].map((item) => item.textContent)).toEqual([
    "Nothing owed yet  $0.00",
    "Pizza +$15.00 = $15.00",
    "Beer −$2.00 = $13.00",
    "Payment −$3.00 = $10.00",
  ]);
});
