import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HeadScript } from "@/components/shell/head-script";
import { themeScript } from "./theme";
import { ThemeToggle } from "./theme-toggle";

const theme = () => document.documentElement.dataset.theme;

/** As the page does before the first paint. */
const load = () => new Function(themeScript())() as void;

beforeEach(() => {
  localStorage.clear();
  load();
});

test("follows the system until a theme is selected", () => {
  render(<ThemeToggle />);
  expect(screen.getByRole("radio", { name: "System" })).toBeChecked();
  // The style sheet then uses the system theme.
  expect(theme()).toBe("");
});

test("a selection applies at once and is stored on the device, until the system theme is selected", async () => {
  render(<ThemeToggle />);
  await userEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect(screen.getByRole("radio", { name: "Light" })).toBeChecked();
  expect(theme()).toBe("light");
  expect(localStorage.getItem("theme")).toBe("light");
  await userEvent.click(screen.getByRole("radio", { name: "System" }));
  expect(theme()).toBe("");
  expect(localStorage.getItem("theme")).toBeNull();
});

test("a stored selection applies before anything is rendered", () => {
  localStorage.setItem("theme", "dark");
  load();
  expect(theme()).toBe("dark");
  render(<ThemeToggle />);
  expect(screen.getByRole("group", { name: "Appearance" })).toBeVisible();
  expect(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("where the script did not run, the theme is set after rendering", () => {
  // React says that it does not run scripts that it renders: that is the case.
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  localStorage.setItem("theme", "dark");
  render(<HeadScript nonce={undefined} />);
  log.mockRestore();
  expect(theme()).toBe("dark");
});

test("an invalid value means the system theme", () => {
  localStorage.setItem("theme", "<b>");
  load();
  render(<ThemeToggle />);
  expect(screen.getByRole("radio", { name: "System" })).toBeChecked();
});
