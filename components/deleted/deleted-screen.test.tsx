import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type Answer, type Sent } from "@/components/testing/fake-api";
import { ana, ben, event, expense, group } from "@/components/testing/fixtures";
import { showScreen } from "@/components/testing/show-screen";
import type { DeletedItem } from "@/lib/schemas/answers";
import { DeletedScreen } from "./deleted-screen";

const pizza: DeletedItem = {
  _id: expense._id,
  kind: "expense",
  eventId: event._id,
  title: "Pizza",
  amount: 30,
  deletedAt: "2026-03-14T20:00:00.000Z",
  deletedBy: ben,
  mayRestore: true,
};
const dinner: DeletedItem = { ...pizza, _id: event._id, kind: "event", title: "Dinner" };

let items: DeletedItem[];
let sent: Sent[];
let answer: () => Answer | undefined;

beforeEach(() => {
  answer = () => ({ body: {} });
  sent = fakeApi(({ method }) => (method === "GET" ? { body: [] } : answer()));
});

const show = () => showScreen(ana, () => <DeletedScreen viewerId={ana._id} group={group} items={items} />);

test("a restored item disappears from the list", async () => {
  items = [pizza];
  answer = () => {
    items = [];
    return { body: {} };
  };
  show();
  expect(screen.getByRole("listitem")).toHaveTextContent(/\$30\.00.*Deleted by Ben Okafor/);
  await userEvent.click(screen.getByRole("button", { name: "Restore Pizza" }));
  expect(await screen.findByText("Pizza is restored.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
  expect(sent.some(({ path }) => path === `/api/expenses/${pizza._id}/restore`)).toBe(true);
});

test("a refusal shows the server's message, and the item stays", async () => {
  items = [pizza];
  answer = () => refusal(409, "former-member", "Cleo has left the group.");
  show();
  await userEvent.click(screen.getByRole("button", { name: "Restore Pizza" }));
  expect(await screen.findByText("Cleo has left the group.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Restore Pizza" })).toBeEnabled();
});

test.each<[string, DeletedItem[]]>([
  ["Only the people who paid or recorded it can restore it.", [{ ...pizza, mayRestore: false }]],
  ["Only the creator of the event or of the group can restore it.", [{ ...dinner, mayRestore: false }]],
  ["Restore its event first.", [pizza, { ...dinner, mayRestore: false }]],
])("an item that the viewer cannot restore shows the reason: %s", (reason, deleted) => {
  items = deleted;
  show();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Restore Pizza" })).toBeNull();
});
