import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { call } from "@/lib/client/call";
import { fakeApi } from "@/testing/components/fake-api";
import { ana } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { Button } from "@/components/ui/button";
import { GoBack } from "@/components/ui/go-back";
import { Toaster } from "@/components/ui/toast";
import { disableWrites } from "./disable-writes";
import { OfflineBanner } from "./offline-banner";

const { dataset } = document.documentElement;
beforeEach(() => {
  localStorage.clear();
  fakeApi(() => ({ body: [] }));
});
afterEach(() => delete dataset.asOf);

test("only what writes is disabled, also what appears later, and it says why", async () => {
  const pressed = jest.fn();
  const { rerender } = render(
    <>
      <Toaster />
      <Button data-write onClick={pressed}>
        Delete
      </Button>
      <Button onClick={pressed}>Show more</Button>
      <a href="/groups/1/edit">Edit</a>
      <a href="/groups/1/events/2/record-payment?to=3">Record a payment</a>
      <a href="/groups/1/events/2/add-expense?copy=3">Copy</a>
      <a href="?all=print">Print</a>
      <a href="/api/groups/1/export" download>
        Export
      </a>
      <a href="/groups/1">Group</a>
      <form data-queued="">
        <button type="submit">Add</button>
      </form>
    </>,
  );
  const enable = disableWrites("You're offline.");
  const [disabled, enabled] = [
    ["Delete", "Edit", "Record a payment", "Copy", "Print", "Export"],
    ["Show more", "Group", "Add"],
  ];
  for (const name of disabled)
    expect(screen.getByText(name).closest("a, button")).toHaveAttribute("aria-disabled", "true");
  for (const name of enabled)
    expect(screen.getByText(name).closest("a, button")).not.toHaveAttribute("aria-disabled");
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(pressed).not.toHaveBeenCalled();
  expect(screen.getByText("You're offline.")).toBeVisible();
  rerender(<Button data-write>Settle</Button>);
  await act(async () => {});
  expect(screen.getByRole("button", { name: "Settle" })).toHaveAttribute("aria-disabled", "true");
  enable();
  expect(screen.getByRole("button", { name: "Settle" })).not.toHaveAttribute("aria-disabled");
});

test("the browser follows the links, not the router, until there is a connection", async () => {
  const routed = jest.fn((event: React.MouseEvent) => event.preventDefault());
  render(
    <a href="#main" onClick={routed}>
      Group
    </a>,
  );
  const enable = disableWrites("You're offline.");
  await userEvent.click(screen.getByText("Group"));
  expect(routed).not.toHaveBeenCalled();
  expect(location.hash).toBe("#main");
  enable();
  await userEvent.click(screen.getByText("Group"));
  expect(routed).toHaveBeenCalledTimes(1);
  history.replaceState(null, "", "/");
});

test('"Go back" goes back, also without a connection', async () => {
  window.history.pushState(null, "", "/groups/1");
  const enable = disableWrites("You're offline.");
  showScreen(ana, () => <GoBack fallback="/groups" />, "/groups/1");
  await userEvent.click(screen.getByRole("link", { name: "Go back" }));
  expect(router.back).toHaveBeenCalledTimes(1);
  enable();
});

test.each([
  ["a call succeeds", 200],
  ["the session turns out to have ended", 401],
])("a kept screen is no longer one when %s", async (_, status) => {
  dataset.asOf = String(Date.now());
  fakeApi(() => ({ status, body: [] }));
  showScreen(ana, () => <OfflineBanner noun="expense" />);
  await act(() => call("GET /api/groups").catch(() => undefined));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test("a kept screen says the time of its data, until a call succeeds", async () => {
  dataset.asOf = String(new Date().setHours(10, 32));
  showScreen(ana, () => (
    <>
      <OfflineBanner noun="expense" />
      <Button data-write>Settle</Button>
    </>
  ));
  const settle = screen.getByRole("button", { name: "Settle" });
  expect(screen.getByRole("status")).toHaveTextContent(
    /^You're offline\. Only new expenses can be saved\. As of 10:32\sAM\.$/,
  );
  expect(settle).toHaveAttribute("aria-disabled", "true");
  await act(() => call("GET /api/groups"));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(settle).not.toHaveAttribute("aria-disabled");
});

test("of another day, it says the day, too", () => {
  dataset.asOf = String(new Date("2026-03-14T10:32:00").getTime());
  showScreen(ana, () => <OfflineBanner noun="expense" />);
  expect(screen.getByRole("status")).toHaveTextContent(/As of Mar 14, 10:32\sAM\./);
});
