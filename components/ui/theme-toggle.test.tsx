import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ThemeProvider } from "./theme-provider";
import { ThemeToggle } from "./theme-toggle";

beforeEach(() => {
  localStorage.clear();
  // jsdom has no matchMedia; a system that prefers dark colours.
  window.matchMedia = (query: string) =>
    ({
      matches: query.includes("dark"),
      media: query,
      addListener: () => {},
      removeListener: () => {},
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
});

function show() {
  render(
    <ThemeProvider>
      <ThemeToggle />
    </ThemeProvider>,
  );
  return userEvent.setup();
}

test("follows the system until something is chosen", () => {
  show();
  expect(screen.getByRole("radio", { name: "System" })).toBeChecked();
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
});

test("what is chosen shows at once and is kept on the device", async () => {
  const user = show();
  await user.click(screen.getByRole("radio", { name: "Light" }));
  expect(screen.getByRole("radio", { name: "Light" })).toBeChecked();
  expect(document.documentElement).toHaveAttribute("data-theme", "light");
  expect(localStorage.getItem("theme")).toBe("light");
});

test("an earlier choice is there again", () => {
  localStorage.setItem("theme", "light");
  show();
  expect(screen.getByRole("group", { name: "Appearance" })).toBeVisible();
  expect(screen.getByRole("radio", { name: "Light" })).toBeChecked();
});
