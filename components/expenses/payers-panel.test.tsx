import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { pickablePeople } from "@/components/forms/pickable-people";
import { ana, group, person } from "@/components/testing/fixtures";
import { showScreen } from "@/components/testing/show-screen";
import { emptyExpense } from "./entered-expense";
import { PayersPanel } from "./payers-panel";

function Panel({ members = group.members }) {
  const [entered, setEntered] = useState({ ...emptyExpense(group, ana._id), amount: "30" });
  return (
    <PayersPanel
      entered={entered}
      people={pickablePeople(members)}
      error={undefined}
      onPayer={(payer) => setEntered({ ...entered, payer })}
      onPaid={(paid) => setEntered({ ...entered, paid })}
    />
  );
}

test("the focus stays with the payers when the pressed button disappears", async () => {
  showScreen(ana, () => <Panel />);
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  await press("Several people");
  expect(screen.getByRole("textbox", { name: "Paid by you" })).toHaveFocus();
  await press("Assign to you");
  expect(screen.queryByRole("button", { name: /^Assign to/ })).toBeNull();
  expect(screen.getByRole("status").parentElement).toHaveFocus();
  await press("One person paid");
  expect(screen.getByRole("radio", { name: "You" })).toHaveFocus();
});

test("two people with the same first name are told apart", async () => {
  showScreen(ana, () => <Panel members={[ana, person(9, "Ana Okafor")]} />);
  await userEvent.click(screen.getByRole("button", { name: "Several people" }));
  await userEvent.click(screen.getByRole("textbox", { name: "Paid by Ana Okafor" }));
  expect(screen.getByRole("button", { name: "Assign to Ana Okafor" })).toBeVisible();
});

test("the arrow keys select among people only", async () => {
  showScreen(ana, () => <Panel />);
  screen.getByRole("radio", { name: "You" }).focus();
  for (const _ of group.members) await userEvent.keyboard("{ArrowDown}");
  expect(screen.getByRole("radio", { name: "You" })).toBeChecked();
});

test("selecting a field's value does not take the focus back", async () => {
  showScreen(ana, () => <Panel />);
  await userEvent.click(screen.getByRole("button", { name: "Several people" }));
  const [first, second] = screen.getAllByRole("textbox");
  const select = jest.spyOn(HTMLInputElement.prototype, "select");
  act(() => {
    first!.focus();
    second!.focus();
  });
  await waitFor(() => expect(select).toHaveBeenCalled());
  expect(select.mock.instances).toEqual([second]);
  select.mockRestore();
});
