import type { Expense } from "@/lib/contract/expenses";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { pickablePeople } from "@/components/forms/pickable-people";
import { ana, ben, cleo, dan, expense, group, person } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { emptyExpense, toFormValues } from "./entered-expense";
import { PayersPanel } from "./payers-panel";

type Props = { members?: typeof group.members; saved?: Expense; error?: string };

function Panel({ members = group.members, saved, error }: Props) {
  const [entered, setEntered] = useState(
    saved ? toFormValues(saved, group).money : { ...emptyExpense(group, ana._id).money, amount: "30" },
  );
  const problemRef = useRef<string | null>(null);
  return (
    <PayersPanel
      saved={saved}
      entered={entered}
      people={pickablePeople(members)}
      error={error}
      onPayer={(payer) => setEntered({ ...entered, payer })}
      onPaid={(paid) => setEntered({ ...entered, paid })}
      problemRef={problemRef}
    />
  );
}

test("the focus stays with the payers when the pressed button disappears", async () => {
  showScreen(ana, () => <Panel />);
  const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
  await press("Several people");
  expect(screen.getByRole("textbox", { name: "Paid by you" })).toHaveFocus();
  expect(screen.getByRole("status")).toHaveTextContent("$30.00 still needs a payer.");
  await press("Assign to you");
  expect(screen.queryByRole("button", { name: /^Assign to/ })).toBeNull();
  expect(screen.getByRole("status").parentElement).toHaveFocus();
  await press("One person paid");
  expect(screen.getByRole("radio", { name: "You" })).toHaveFocus();
});

test("what is no number is marked alone", async () => {
  showScreen(ana, () => <Panel error="Enter a number with at most 2 decimals." />);
  await userEvent.click(screen.getByRole("button", { name: "Several people" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Paid by Ben Okafor" }), "1.2.3");
  expect(screen.getAllByRole("textbox").map((field) => field.ariaInvalid)).toEqual([null, "true", null]);
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

describe("an expense of $30.00 that Ben recorded, of which Ana paid 10 and Cleo 20", () => {
  const payers = [
    { user: ana, amount: 10 },
    { user: cleo, amount: 20 },
  ];
  const saved: Expense = { ...expense, payers, paidBy: cleo, recordedBy: ben };
  const PATH = "/groups/1/events/2/edit-expense/3";
  const REASON = /^You can lower only what you paid\./;
  const amountOf = (name: string) => screen.getByRole("textbox", { name: `Paid by ${name}` });
  const type = async (name: string, text: string) => {
    await userEvent.clear(amountOf(name));
    await userEvent.type(amountOf(name), text);
  };
  const onePerson = () => screen.getByRole("button", { name: "One person paid" });

  test("Ana can hand all of it to Cleo only, which lowers nothing of Cleo's", async () => {
    showScreen(ana, () => <Panel saved={saved} />, PATH);
    await userEvent.click(onePerson());
    expect(screen.getByRole("radio", { name: "Cleo Marsh" })).toBeChecked();
    for (const name of ["You", "Ben Okafor"]) expect(screen.getByRole("radio", { name })).toBeDisabled();
    expect(screen.getByText(/^You can lower only what you paid\./)).toBeVisible();
  });

  test("with three payers, Ana cannot hand it to one person: the reason points to the comments", () => {
    const three = [...payers, { user: ben, amount: 5 }];
    showScreen(ana, () => <Panel saved={{ ...saved, amount: 35, payers: three, recordedBy: dan }} />, PATH);
    expect(onePerson()).toBeDisabled();
    expect(onePerson()).toHaveAccessibleDescription(/^You can lower only what you paid\./);
    expect(screen.getByRole("link", { name: "comment" })).toHaveAttribute(
      "href",
      "/groups/1/events/2/expenses/3#history",
    );
  });

  test("Ana is told at once who may lower what Cleo paid; raising it and lowering her own is fine", async () => {
    showScreen(ana, () => <Panel saved={saved} />, PATH);
    await type("you", "2");
    await type("Cleo Marsh", "28");
    expect(amountOf("Cleo Marsh")).toBeValid();
    for (const lower of ["19.99", " "]) {
      await type("Cleo Marsh", lower);
      expect(amountOf("Cleo Marsh")).toHaveAccessibleDescription(REASON);
      expect(amountOf("Cleo Marsh")).toBeInvalid();
      expect(amountOf("you")).toBeValid();
    }
    await type("Cleo Marsh", "20");
    expect(amountOf("Cleo Marsh")).toBeValid();
    expect(amountOf("Cleo Marsh")).not.toHaveAccessibleDescription(REASON);
  });

  test("what is too much is taken from Ana's own, not from Cleo's", async () => {
    showScreen(ana, () => <Panel saved={saved} />, PATH);
    await type("Ben Okafor", "5");
    await userEvent.click(amountOf("Cleo Marsh"));
    await userEvent.click(screen.getByRole("button", { name: /^Take from/ }));
    expect(amountOf("Cleo Marsh")).toHaveValue("20.00");
  });

  test.each([
    ["who recorded it", ben, saved],
    ["who paid everything", dan, { ...saved, payers: [{ user: dan, amount: 30 }], paidBy: dan }],
  ])("there is no limit for the person %s", async (_who, viewer, shown) => {
    showScreen(viewer, () => <Panel saved={shown} members={[ana, ben, cleo, dan]} />, PATH);
    expect(screen.queryByRole("link", { name: "comment" })).toBeNull();
    for (const button of screen.getAllByRole("button")) expect(button).toBeEnabled();
  });
});
