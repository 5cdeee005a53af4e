import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { themeScript } from "./theme";
import { ThemeToggle } from "./theme-toggle";

const theme = () => document.documentElement.dataset.theme;

/** As the page does before the first paint. */
const load = () => new Function(themeScript)() as void;

beforeEach(() => {
  localStorage.clear();
  load();
});

test("follows the system until something is chosen", () => {
  render(<ThemeToggle />);
  expect(screen.getByRole("radio", { name: "System" })).toBeChecked();
  // The style sheet then uses the system theme.
  expect(theme()).toBeUndefined();
});

test("what is chosen shows at once and is kept on the device, until the system's is chosen again", async () => {
  render(<ThemeToggle />);
  await userEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect(screen.getByRole("radio", { name: "Light" })).toBeChecked();
  expect(theme()).toBe("light");
  expect(localStorage.getItem("theme")).toBe("light");
  await userEvent.click(screen.getByRole("radio", { name: "System" }));
  expect(theme()).toBeUndefined();
  expect(localStorage.getItem("theme")).toBeNull();
});

test("an earlier choice is there again, before anything is rendered", () => {
  localStorage.setItem("theme", "dark");
  load();
  expect(theme()).toBe("dark");
  render(<ThemeToggle />);
  expect(screen.getByRole("group", { name: "Appearance" })).toBeVisible();
  expect(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("what cannot be a theme is the system's", () => {
  localStorage.setItem("theme", "<b>");
  load();
  expect(theme()).toBeUndefined();
});
