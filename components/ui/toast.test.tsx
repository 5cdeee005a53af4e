import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast, Toaster } from "./toast";
import { ToastRegion } from "./toast-region";

afterEach(() => act(() => toast.clear()));

test.each(["error", "success", "info"] as const)("%s: an alert with exactly the text", async (tone) => {
  render(<Toaster />);
  await screen.findByRole("region");
  act(() => toast[tone]("Failed to settle transaction"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Failed to settle transaction");
});

test("can be dismissed", async () => {
  render(<ToastRegion />);
  act(() => toast.error("Failed to delete friend"));
  await userEvent.setup().click(await screen.findByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
});

test("goes away by itself after the given time, and not before", async () => {
  jest.useFakeTimers();
  try {
    render(<ToastRegion />);
    await act(async () => toast.error("Failed to send friend request", { duration: 3000 }));
    act(() => jest.advanceTimersByTime(2900));
    expect(screen.getByRole("alert")).toBeVisible();
    // The time it takes to fade is sonner's.
    act(() => jest.advanceTimersByTime(1000));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

test("Tab goes past it, back to the page", async () => {
  const user = userEvent.setup();
  render(
    <>
      <button>first</button>
      <button>last</button>
      <ToastRegion />
    </>,
  );
  act(() => toast.success("Settled", { action: { label: "Undo", onClick: () => undefined } }));
  await screen.findByRole("alert");
  screen.getByRole("button", { name: "last" }).focus();
  for (let presses = 0; presses < 6; presses++) {
    await user.tab();
    if (document.activeElement === document.body) await user.tab();
    if (document.activeElement === screen.getByRole("button", { name: "first" })) return;
  }
  throw new Error("Tab does not get past the toast");
});
