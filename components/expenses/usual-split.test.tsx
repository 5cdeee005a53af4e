import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, dan, event, expense, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import type { Preset, UsualSplits } from "@/lib/contract/splits";
import { copyOf } from "./copied-expense";
import { ExpenseForm, type ExpenseFormProps } from "./expense-form";
import { usualSplitOf } from "./usual-split";

let sent: Sent[] = [];
const writes = () => sent.filter(({ method }) => method !== "GET").map(({ body }) => body);

beforeEach(() => {
  localStorage.clear();
  sent = fakeApi(({ method }) => ({ body: method === "GET" ? [] : expense }));
});

const id = (digit: string) => digit.repeat(24);
const rent: Preset = {
  ...{ _id: id("a"), name: "Rent by room", splitWith: [ana, ben] },
  split: {
    mode: "percent",
    values: [
      { user: ana._id, value: 60 },
      { user: ben._id, value: 40 },
    ],
  },
};
const equalOf = (digit: string, name: string, splitWith: Preset["splitWith"]): Preset => ({
  ...{ _id: id(digit), name, splitWith },
  split: { mode: "equal", values: [] },
});
const withDan = equalOf("b", "With Dan", [ana, dan]);
const bothOfUs = equalOf("c", "Both of us", [ana, cleo]);

const splitsOf = (presets: Preset[], usual: Preset | null = null): UsualSplits => ({
  ...{ default: usual?._id ?? null, presets, rev: 1 },
});
const NONE = splitsOf([]);
const usualOf = (ofEvent: UsualSplits, ofGroup: UsualSplits) => usualSplitOf(ofEvent, ofGroup, group.members);

const show = (props: Partial<ExpenseFormProps>) =>
  showScreen(ana, () => <ExpenseForm group={group} event={event} {...props} />);
const usually = () => screen.findByText(/^Usually:/);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
async function enter() {
  await userEvent.type(screen.getByLabelText("Description"), "Rent");
  await userEvent.type(screen.getByLabelText("Amount"), "100");
}
const percent = { mode: "percent", values: rent.split.values };

test("a new expense begins with the group's usual split, and so does the next one", async () => {
  show({ usual: usualOf(NONE, splitsOf([rent], rent)) });
  expect(await usually()).toHaveTextContent("Usually: Rent by room");
  expect(await screen.findByLabelText("Percent for Ana Silva")).toHaveValue("60");
  for (const count of [1, 2]) {
    await enter();
    await press("Save and add another");
    await waitFor(() => expect(writes()).toHaveLength(count));
    expect(writes()[count - 1]).toMatchObject({ splitWith: [ana._id, ben._id], split: percent });
  }
});

test("one tap splits equally, and another one as usual", async () => {
  show({ usual: usualOf(NONE, splitsOf([rent], rent)) });
  await usually();
  await press("Equal");
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  await press("Use it");
  expect(screen.getByRole("radio", { name: "Percent" })).toBeChecked();
  await press("Equal");
  await enter();
  await press("Add Expense");
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]).toMatchObject({ splitWith: [ana._id, ben._id, cleo._id] });
  expect(writes()[0]).not.toHaveProperty("split");
});

test("the event's usual split overrides the group's, which can be chosen", async () => {
  show({ usual: usualOf(splitsOf([bothOfUs], bothOfUs), splitsOf([rent], rent)) });
  expect(await usually()).toHaveTextContent("Usually: Both of us");
  expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked();
  await userEvent.selectOptions(screen.getByLabelText("Preset"), "Rent by room");
  expect(screen.getByRole("radio", { name: "Percent" })).toBeChecked();
  await userEvent.selectOptions(screen.getByLabelText("Preset"), "Equal");
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
});

test("a preset of somebody who has left is named with the reason, and not used", async () => {
  show({ usual: usualOf(NONE, splitsOf([rent, withDan], withDan)) });
  expect(await usually()).toHaveTextContent("Usually: With Dan Dan Reyes has left, so it is not used.");
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  expect(screen.queryByRole("button", { name: "Use it" })).toBeNull();
  expect(screen.getByRole("option", { name: "With Dan (Dan Reyes has left)" })).toBeDisabled();
});

test("without a default, expenses are split equally, among whoever is a member then", async () => {
  const everyone = equalOf("d", "Everyone", []);
  show({ usual: usualOf(NONE, splitsOf([everyone, rent])) });
  expect(await usually()).toHaveTextContent("Usually: Equal");
  expect(screen.getByLabelText("Preset")).toHaveDisplayValue("Everyone");
  expect(usualOf(NONE, NONE)).toBeUndefined();
});

test("a copy keeps the split of what it copies", async () => {
  show({ usual: usualOf(NONE, splitsOf([rent], rent)), copied: copyOf(expense, group, ana as never) });
  await usually();
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
});
