import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { GoBack } from "./go-back";

const back = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ back }), usePathname: () => "/" }));

function withHistory(canGoBack: boolean) {
  Object.defineProperty(window, "navigation", { value: { canGoBack }, configurable: true });
}

afterEach(() => {
  back.mockReset();
  Reflect.deleteProperty(window, "navigation");
});

/** Clicks, and returns whether the browser would have followed the link. */
async function click() {
  render(<GoBack fallback="/groups" />);
  const followed = jest.fn((event: Event) => {
    const follows = !event.defaultPrevented;
    event.preventDefault();
    return follows;
  });
  window.addEventListener("click", followed, { once: true });
  await userEvent.setup().click(screen.getByRole("link", { name: "Go back" }));
  return followed.mock.results[0]?.value as boolean;
}

test("steps back one entry if there is one", async () => {
  withHistory(true);
  expect(await click()).toBe(false);
  expect(back).toHaveBeenCalledTimes(1);
});

test("links to the fallback without history", async () => {
  withHistory(false);
  await click();
  expect(back).not.toHaveBeenCalled();
  expect(screen.getByRole("link", { name: "Go back" })).toHaveAttribute("href", "/groups");
});

test("without the Navigation API, a single history entry links to the fallback, more step back", async () => {
  await click();
  expect(back).not.toHaveBeenCalled();
  window.history.pushState({}, "", "/");
  await userEvent.setup().click(screen.getByRole("link", { name: "Go back" }));
  expect(back).toHaveBeenCalledTimes(1);
});

test("while the previous screen is loading, another press does nothing", async () => {
  withHistory(true);
  window.history.pushState({}, "", "/groups");
  expect(await click()).toBe(false);
  expect(back).not.toHaveBeenCalled();
});
