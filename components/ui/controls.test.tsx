import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { Button } from "./button";
import { ButtonLink } from "./button-link";
import { Checkbox } from "./checkbox";
import { CountDot } from "./count-dot";
import { IconButton } from "./icon-button";
import { ListRow } from "./list";
import { Segmented } from "./segmented";

test("a busy button shows what it does and cannot be pressed again", async () => {
  const press = jest.fn();
  render(
    <Button busy busyLabel="Saving…" onClick={press}>
      Save
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Saving…" });
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute("aria-busy", "true");
  await userEvent.setup().click(button);
  expect(press).not.toHaveBeenCalled();
});

test("a button does not submit its form unless it has type submit", async () => {
  const submit = jest.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button>Pick another</Button>
      <Button type="submit">Create</Button>
    </form>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Pick another" }));
  expect(submit).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Create" }));
  expect(submit).toHaveBeenCalledTimes(1);
});

test("a link that looks like a button is a link", () => {
  render(<ButtonLink href="/groups">Groups</ButtonLink>);
  expect(screen.getByRole("link", { name: "Groups" })).toHaveAttribute("href", "/groups");
});

test("an icon button is named by its label", () => {
  render(<IconButton icon="icon-trash" aria-label="Delete Dinner" />);
  expect(screen.getByRole("button", { name: "Delete Dinner" })).toHaveAttribute("title", "Delete Dinner");
});

test("the whole row of a checkbox toggles it", async () => {
  render(<Checkbox label="Select All" />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Select All"));
  expect(screen.getByRole("checkbox", { name: /Select All/ })).toBeChecked();
  await user.keyboard(" ");
  expect(screen.getByRole("checkbox")).not.toBeChecked();
});

function Split({ more }: { more?: ReactNode }) {
  const [value, setValue] = useState<"equal" | "custom">("equal");
  return (
    <Segmented
      legend="Split type"
      options={[
        { value: "equal", label: "Equal" },
        { value: "custom", label: "Custom" },
      ]}
      value={value}
      onChange={setValue}
    >
      {more}
    </Segmented>
  );
}

test("segmented: selects one option, by pointer and by arrow keys", async () => {
  render(<Split />);
  const user = userEvent.setup();
  expect(screen.getByRole("group", { name: "Split type" })).toBeVisible();
  await user.click(screen.getByText("Custom"));
  expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked();
  await user.keyboard("{ArrowLeft}");
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  expect(screen.getByRole("radio", { name: "Custom" })).not.toBeChecked();
});

test("segmented: a shortcut with an arrow key, and an arrow key on another button, change nothing", async () => {
  render(<Split more={<button type="button">More ways</button>} />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Custom"));
  for (const keys of ["{Alt>}{ArrowLeft}{/Alt}", "{Meta>}{ArrowLeft}{/Meta}", "{Tab}{ArrowDown}"])
    await user.keyboard(keys);
  expect(screen.getByRole("button", { name: "More ways" })).toHaveFocus();
  expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked();
});

test("the dot has an accessible text, and is hidden at 0", () => {
  const { container, rerender } = render(<CountDot count={2} label="2 friend requests" />);
  expect(container).toHaveTextContent("(2 friend requests)");
  rerender(<CountDot count={0} label="0 friend requests" />);
  expect(container).toBeEmptyDOMElement();
});

test("a row with a link keeps its buttons separate", async () => {
  const press = jest.fn();
  render(
    <ul>
      <ListRow
        href="/friends"
        title="Dinner"
        detail="2026-11-21"
        trailing={<IconButton icon="icon-trash" aria-label="Delete Dinner" onClick={press} />}
      />
    </ul>,
  );
  const link = screen.getByRole("link", { name: "Dinner" });
  const button = screen.getByRole("button", { name: "Delete Dinner" });
  expect(link).not.toContainElement(button);
  await userEvent.setup().click(button);
  expect(press).toHaveBeenCalledTimes(1);
});
