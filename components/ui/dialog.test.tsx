import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

function Page({ locked = false }: { locked?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="How it is split" locked={locked}>
        <Button data-autofocus>Fine</Button>
      </Dialog>
    </>
  );
}

async function opened(locked = false) {
  const user = userEvent.setup();
  render(<Page locked={locked} />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  return user;
}

test("renders nothing while it is closed", () => {
  render(<Page />);
  expect(screen.queryByText("How it is split")).not.toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("has its title as accessible name, and focuses the marked control", async () => {
  await opened();
  expect(screen.getByRole("dialog", { name: "How it is split" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Fine" })).toHaveFocus();
});

test("Escape closes it and restores the focus", async () => {
  const user = await opened();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("a click outside closes it, a click inside does not", async () => {
  const user = await opened();
  await user.click(screen.getByText("How it is split"));
  expect(screen.getByRole("dialog")).toBeVisible();
  await user.click(screen.getByRole("dialog"));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("locked: neither Escape nor a click outside closes it", async () => {
  const user = await opened(true);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("dialog"));
  expect(screen.getByRole("dialog")).toBeVisible();
});

test("on another screen, it leaves the focus alone", async () => {
  const { rerender } = render(
    <main key="here">
      <Page />
    </main>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  history.pushState(null, "", "/elsewhere");
  rerender(
    <main key="elsewhere">
      <button>Elsewhere</button>
    </main>,
  );
  await act(async () => {});
  expect(document.body).toHaveFocus();
  history.replaceState(null, "", "/");
});

test("if its opener is gone by then, the focus moves to the next row", async () => {
  const rows = (names: string[], open = false) => (
    <>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button>{name}</button>
          </li>
        ))}
      </ul>
      <Dialog open={open} onClose={() => {}} title="Sure?">
        <Button data-autofocus>Yes</Button>
      </Dialog>
    </>
  );
  const { rerender } = render(rows(["a", "b"]));
  screen.getByRole("button", { name: "a" }).focus();
  rerender(rows(["a", "b"], true));
  await act(async () => {});
  rerender(rows(["b"]));
  expect(screen.getByRole("button", { name: "b" })).toHaveFocus();
});
