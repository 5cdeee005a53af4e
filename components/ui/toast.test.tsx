import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast, Toaster } from "./toast";

afterEach(() => act(() => toast.clear()));

test.each(["error", "success", "info"] as const)("%s: an alert with exactly the text", (tone) => {
  render(<Toaster />);
  expect(screen.getByRole("region", { name: "Messages" })).toBeEmptyDOMElement();
  act(() => void toast[tone]("Failed to settle transaction"));
  expect(screen.getByRole("alert").textContent).toBe("Failed to settle transaction");
});

test("a toast from before the toaster is mounted is still shown", () => {
  toast.error("Failed to delete friend");
  render(<Toaster />);
  expect(screen.getByRole("alert")).toHaveTextContent("Failed to delete friend");
});

test("one is shown at a time; the next one follows when it is dismissed", async () => {
  render(<Toaster />);
  act(() => {
    toast.success("Request sent to Dora");
    toast.success("Group updated successfully");
  });
  expect(screen.getByRole("alert")).toHaveTextContent("Request sent to Dora");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Group updated successfully");
});

test("another Undo replaces an Undo, which stays otherwise", () => {
  const action = { label: "Undo", onClick: () => undefined };
  render(<Toaster />);
  act(() => {
    toast.success("Expense deleted", { duration: "next-action", action });
    toast.success("1 expense added");
  });
  expect(screen.getByRole("alert")).toHaveTextContent("Expense deleted");
  act(() => void toast.success("Event deleted", { action }));
  expect(screen.queryByText("Expense deleted")).toBeNull();
});

test("an error replaces all but errors", () => {
  render(<Toaster />);
  act(() => {
    toast.success("Settled.", { action: { label: "Undo", onClick: () => undefined } });
    toast.success("Request sent to Dora");
    toast.error("Failed to settle transaction");
    toast.error("Failed to delete event");
  });
  expect(screen.getByRole("alert")).toHaveTextContent("Failed to settle transaction");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Failed to delete event");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a message ends with the user's next action, an error does not", () => {
  render(
    <>
      <a href="#home">Home</a>
      <Toaster />
    </>,
  );
  act(() => void toast.success("Group created successfully!"));
  fireEvent.click(screen.getByText("Home"));
  expect(screen.queryByRole("alert")).toBeNull();
  act(() => void toast.error("Failed to settle transaction"));
  fireEvent.click(screen.getByText("Home"));
  expect(screen.getByRole("alert")).toBeVisible();
});

test("its action dismisses it", async () => {
  const undo = jest.fn();
  render(<Toaster />);
  act(() => void toast.success("Settled.", { action: { label: "Undo", onClick: undo } }));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

describe("over time", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  test("disappears after the given time, and not before", () => {
    render(<Toaster />);
    act(() => void toast.error("Failed to send friend request", { duration: 3000 }));
    pass(2999);
    expect(screen.getByRole("alert")).toBeVisible();
    pass(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["follows a link", () => fireEvent.click(screen.getByText("Home"))],
    ["sends a form", () => fireEvent.click(screen.getByText("Save"))],
    ["changes something", () => fireEvent.click(screen.getByText("Settle"))],
    ["goes back", () => fireEvent.popState(window)],
  ])("an Undo stays for hours, until the user %s", (_action, doIt) => {
    render(
      <>
        <a href="#home">
          <b>Home</b>
        </a>
        <form onSubmit={(event) => event.preventDefault()}>
          <button type="submit">Save</button>
        </form>
        <button type="button" data-write>
          Settle
        </button>
        <button type="button">Show more</button>
        <Toaster />
      </>,
    );
    const action = { label: "Undo", onClick: () => undefined };
    act(() => void toast.success("Expense deleted", { duration: "next-action", action }));
    pass(3_600_000);
    fireEvent.click(screen.getByText("Show more"));
    fireEvent.pointerMove(screen.getByRole("alert"));
    fireEvent.pointerLeave(screen.getByRole("alert"));
    pass(60_000);
    expect(screen.getByRole("alert")).toBeVisible();
    doIt();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("an Undo stays when its form steps back to the screen before", () => {
    render(<Toaster />);
    const action = { label: "Undo", onClick: () => undefined };
    act(() => void toast.success("Payment recorded", { duration: "next-action", action }));
    pass(100);
    fireEvent.popState(window);
    expect(screen.getByRole("alert")).toBeVisible();
    pass(2_000);
    fireEvent.popState(window);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("makes room for the next one after two seconds", () => {
    render(<Toaster />);
    act(() => void toast.success("Request sent to Dora"));
    pass(1000);
    act(() => void toast.success("Request sent to Emil"));
    pass(1999);
    expect(screen.getByRole("alert")).toHaveTextContent("Dora");
    pass(1);
    expect(screen.getByRole("alert")).toHaveTextContent("Emil");
    pass(6000);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a long text stays long enough to be read", () => {
    render(<Toaster />);
    act(() => void toast.error("word ".repeat(30)));
    pass(10_000);
    expect(screen.getByRole("alert")).toBeVisible();
    pass(1000);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("waits while the page is hidden", () => {
    const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
    const change = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));
    render(<Toaster />);
    act(() => void toast.error("Failed to settle transaction"));
    pass(60_000);
    hidden.mockReturnValue(false);
    change();
    pass(5999);
    hidden.mockReturnValue(true);
    change();
    pass(60_000);
    expect(screen.getByRole("alert")).toBeVisible();
    hidden.mockRestore();
    change();
    pass(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("disappears although it appeared under a resting pointer", () => {
    render(<Toaster />);
    act(() => void toast.success("Added", { duration: 2000 }));
    fireEvent.pointerEnter(screen.getByRole("alert"));
    pass(2000);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["pointed at", fireEvent.pointerMove, fireEvent.pointerLeave],
    ["focused", fireEvent.focus, fireEvent.blur],
  ])("stays while it is %s, and then for the rest of its time", (_label, hold, release) => {
    render(<Toaster />);
    act(() => void toast.error("Failed to send friend request", { duration: 3000 }));
    pass(2000);
    hold(screen.getByRole("alert"));
    pass(60_000);
    release(screen.getByRole("alert"));
    pass(999);
    expect(screen.getByRole("alert")).toBeVisible();
    pass(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

test.each([
  ["Undo", "returns to where it was", "last"],
  ["Dismiss", "returns to where it was", "last"],
  ["Dismiss", "moves to the page if that is gone", "main"],
])("after %s, the focus %s", async (pressed, _what, place) => {
  const page = (last: boolean) => (
    <>
      <main id="main">{last ? <button>last</button> : null}</main>
      <Toaster />
    </>
  );
  const { rerender } = render(page(true));
  act(() => void toast.success("Settled", { action: { label: "Undo", onClick: () => undefined } }));
  const last = screen.getByRole("button", { name: "last" });
  last.focus();
  await userEvent.tab();
  if (pressed === "Dismiss") await userEvent.tab();
  expect(screen.getByRole("button", { name: pressed })).toHaveFocus();
  rerender(page(place === "last"));
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(place === "last" ? last : screen.getByRole("main")).toHaveFocus();
});

test("Tab passes it and returns to the page", async () => {
  const user = userEvent.setup();
  render(
    <>
      <button>first</button>
      <button>last</button>
      <Toaster />
    </>,
  );
  act(() => void toast.success("Settled", { action: { label: "Undo", onClick: () => undefined } }));
  await screen.findByRole("alert");
  screen.getByRole("button", { name: "last" }).focus();
  for (let presses = 0; presses < 6; presses++) {
    await user.tab();
    if (document.activeElement === document.body) await user.tab();
    if (document.activeElement === screen.getByRole("button", { name: "first" })) return;
  }
  throw new Error("Tab does not get past the toast");
});
