import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactElement } from "react";
import { ShowMore } from "./show-more";

let screens = 0;
/** Shows the list on a screen of its own. */
const show = (row: (n: number) => ReactElement, path = `/${++screens}`) =>
  render(
    <PathnameContext value={path}>
      <ShowMore name="rows" list="ul" limit={2} label="Show all 4">
        {[1, 2, 3, 4].map(row)}
      </ShowMore>
    </PathnameContext>,
  );
const more = () => screen.getByRole("button", { name: "Show all 4" });

test("the focus moves to the first new row", async () => {
  show((n) => (
    <li key={n}>
      <a href={`/${n}`}>{`row ${n}`}</a>
    </li>
  ));
  more().focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("link", { name: "row 3" })).toHaveFocus();
});

test("a row without controls gets it itself", async () => {
  show((n) => <li key={n}>{`row ${n}`}</li>);
  more().focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("row 3")).toHaveFocus();
});

test("a press elsewhere moves no focus", () => {
  show((n) => (
    <li key={n}>
      <a href={`/${n}`}>{`row ${n}`}</a>
    </li>
  ));
  fireEvent.click(more());
  expect(screen.getAllByRole("link")).toHaveLength(4);
  expect(document.body).toHaveFocus();
});

test("the list is still open when the user comes back to the screen, on which the position depends", () => {
  const row = (n: number) => <li key={n}>{`row ${n}`}</li>;
  const { unmount } = show(row, "/friends");
  fireEvent.click(more());
  unmount();
  show(row, "/friends");
  expect(screen.getAllByRole("listitem")).toHaveLength(4);
  show(row, "/groups");
  expect(more()).toBeVisible();
});
