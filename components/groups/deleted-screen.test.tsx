import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { use } from "react";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, event, expense, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import type { DeletedItem } from "@/lib/contract/groups";
import { DeletedScreen } from "./deleted-screen";

const pizza: DeletedItem = {
  _id: expense._id,
  kind: "expense",
  eventId: event._id,
  eventTitle: "Dinner",
  title: "Pizza",
  amount: 30,
  deletedAt: "2026-03-14T20:00:00.000Z",
  deletedBy: ben,
  mayRestore: true,
};
const dinner: DeletedItem = { ...pizza, _id: event._id, kind: "event", title: "Dinner" };

let items: DeletedItem[];
let sent: Sent[];
let response: () => FakeResponse | undefined;

beforeEach(() => {
  response = () => ({ body: {} });
  sent = fakeApi(({ method }) => (method === "GET" ? { body: [] } : response()));
});

/** Waits for the server's rendering, as a refresh does. */
let rendering: Promise<void> | null = null;
const Rendered = () => void (rendering && use(rendering));

const show = () => showScreen(ana, () => <DeletedScreen viewerId={ana._id} group={group} items={items} />);

test("a restored item disappears from the list", async () => {
  items = [pizza];
  response = () => {
    items = [];
    return { body: {} };
  };
  show();
  const restore = screen.getByRole("button", { name: "Restore Pizza" });
  expect(restore).toHaveAccessibleDescription(/^\$30\.00.*Dinner.*Deleted by Ben Okafor/);
  await userEvent.click(restore);
  expect(await screen.findByText(whole("Pizza was restored."))).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
  expect(sent.some(({ path }) => path === `/api/expenses/${pizza._id}/restore`)).toBe(true);
});

test("until the refreshed list is shown, the button stays busy; then the focus moves to the next row's", async () => {
  const tickets = { ...pizza, _id: group._id, title: "Tickets" };
  items = [pizza, tickets];
  let answered = () => {};
  response = () => {
    items = [tickets];
    rendering = new Promise((resolve) => (answered = resolve));
    return { body: {} };
  };
  showScreen(ana, () => (
    <>
      <Rendered key={items.length} />
      <DeletedScreen viewerId={ana._id} group={group} items={items} />
    </>
  ));
  await userEvent.click(screen.getByRole("button", { name: "Restore Pizza" }));
  expect(await screen.findByText(whole("Pizza was restored."))).toBeVisible();
  expect(screen.getByRole("button", { name: "Restore Pizza" })).toBeDisabled();
  await act(async () => answered());
  expect(screen.queryByRole("button", { name: "Restore Pizza" })).toBeNull();
  expect(screen.getByRole("button", { name: "Restore Tickets" })).toHaveFocus();
});

test("a refusal shows the server's message, and the item stays", async () => {
  items = [pizza];
  response = () => refusal(409, "former-member", "Cleo has left the group.");
  show();
  await userEvent.click(screen.getByRole("button", { name: "Restore Pizza" }));
  expect(await screen.findByText("Cleo has left the group.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Restore Pizza" })).toBeEnabled());
});

test.each<[string, DeletedItem[]]>([
  ["Only the people who paid or recorded it can restore it.", [{ ...pizza, mayRestore: false }]],
  [
    "Only the event's and the group's creator, and people with open payments in it, can restore it.",
    [{ ...dinner, mayRestore: false }],
  ],
  ["Restore its event first.", [dinner, { ...pizza, mayRestore: false }]],
])("an item that the viewer cannot restore shows the reason: %s", (reason, deleted) => {
  items = deleted;
  show();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Restore Pizza" })).toBeNull();
});
