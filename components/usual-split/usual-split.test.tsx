import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, dan, event, expense, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import type { Expense } from "@/lib/contract/expenses";
import type { Preset, UsualSplits } from "@/lib/contract/usual-split";
import { copyOf } from "@/components/expenses/copied-expense";
import { ExpenseForm, type ExpenseFormProps } from "@/components/expenses/expense-form";
import { usualSplitOf } from "./usual-split";

let sent: Sent[] = [];
const writes = () => sent.filter(({ method }) => method !== "GET").map(({ body }) => body);

beforeEach(() => {
  localStorage.clear();
  sent = fakeApi(({ method }) => ({ body: method === "GET" ? [] : expense }));
});

const id = (digit: string) => digit.repeat(24);
const rent: Preset = {
  _id: id("a"),
  name: "Rent by room",
  splitWith: [ana, ben],
  split: {
    mode: "percent",
    values: [
      { user: ana._id, value: 60 },
      { user: ben._id, value: 40 },
    ],
  },
};
const equalOf = (digit: string, name: string, splitWith: Preset["splitWith"]): Preset => ({
  _id: id(digit),
  name,
  splitWith,
  split: { mode: "equal", values: [] },
});
const withDan = equalOf("b", "With Dan", [ana, dan]);
const bothOfUs = equalOf("c", "Both of us", [ana, cleo]);

const splitsOf = (presets: Preset[], usual: Preset | null = null): UsualSplits => ({
  default: usual?._id ?? null,
  presets,
  rev: 1,
});
const NONE = splitsOf([]);
const usualOf = (ofEvent: UsualSplits, ofGroup: UsualSplits) =>
  usualSplitOf(ofEvent, ofGroup, { event, group });

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
  expect(await usually()).toHaveTextContent(
    "Usually: With Dan Dan Reyes has left, so this split is not used.",
  );
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

describe("the same as last time in the category", () => {
  const percentSplit: Expense = {
    ...expense,
    description: "Rent for May",
    splitWith: rent.splitWith,
    split: rent.split,
  };
  const latestIs = (last: Expense | null) => {
    sent = fakeApi(({ method, path }) => {
      if (method !== "GET") return { body: expense };
      if (path === `/api/expenses/${expense._id}`) return { body: last };
      const isSearch = path.startsWith("/api/search") && path.includes("category=home");
      return { body: { expenses: isSearch && last ? [last] : [], count: 0, total: 0, share: 0 } };
    });
  };
  const searches = () => sent.map(({ path }) => path).filter((path) => path.includes("category="));
  const lastTime: UsualSplits = { default: "last", presets: [], rev: 1 };
  const describe = (text: string) => userEvent.type(screen.getByLabelText("Description"), text);

  test("applies once the category is known, and each time anew", async () => {
    latestIs(percentSplit);
    show({ usual: usualOf(NONE, lastTime) });
    expect(await usually()).toHaveTextContent("Usually: Same as last time");
    expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
    for (const count of [1, 2]) {
      await enter();
      expect(await screen.findByLabelText("Percent for Ana Silva")).toHaveValue("60");
      expect(await usually()).toHaveTextContent("Same as last timeAs in “Rent for May”");
      await press("Save and add another");
      await waitFor(() => expect(writes()).toHaveLength(count));
      expect(writes()[count - 1]).toMatchObject({ splitWith: [ana._id, ben._id], split: percent });
      await waitFor(() => expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked());
    }
    expect(searches()[0]).toContain(`group=${group._id}`);
  });

  test("is of the event if the event has chosen it", async () => {
    latestIs(percentSplit);
    show({ usual: usualOf(lastTime, splitsOf([rent], rent)) });
    await usually();
    await describe("Rent");
    expect(await screen.findByLabelText("Percent for Ana Silva")).toHaveValue("60");
    expect(searches()[0]).toContain(`event=${event._id}`);
    await userEvent.selectOptions(screen.getByLabelText("Preset"), "Equal");
    expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  });

  test("does not replace what was changed by hand, but is one tap away", async () => {
    latestIs(percentSplit);
    show({ usual: usualOf(NONE, lastTime) });
    await usually();
    await userEvent.click(screen.getByRole("radio", { name: "Shares" }));
    await userEvent.click(screen.getByRole("radio", { name: "Equal" }));
    await describe("Rent");
    expect(await screen.findByRole("button", { name: "Use it" })).toBeVisible();
    expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
    await press("Use it");
    expect(screen.getByRole("radio", { name: "Percent" })).toBeChecked();
    await press("Equal");
    expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  });

  test("takes exact amounts as shares in the same proportion", async () => {
    const amounts = [ana, ben].map(({ _id }, index) => ({ user: _id, amount: 400 - 100 * index }));
    const values = amounts.map(({ user, amount }) => ({ user, value: amount }));
    latestIs({ ...percentSplit, split: { mode: "amounts", values }, shares: amounts });
    show({ usual: usualOf(NONE, lastTime) });
    await usually();
    await describe("Rent");
    expect(await screen.findByLabelText("Shares for Ana Silva")).toHaveValue("4");
    expect(screen.getByLabelText("Shares for Ben Okafor")).toHaveValue("3");
  });

  test("is not used if somebody in it has left, who is named", async () => {
    latestIs({ ...percentSplit, splitWith: [ana, dan], split: { mode: "equal", values: [] } });
    show({ usual: usualOf(NONE, lastTime) });
    await usually();
    await describe("Rent");
    expect(await screen.findByText(/has left/)).toHaveTextContent(
      "Dan Reyes has left, so this split is not used.",
    );
    expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  });

  test("is equal without a connection, and without an earlier expense", async () => {
    sent = fakeApi(() => offline);
    show({ usual: usualOf(NONE, lastTime) });
    await usually();
    await describe("Rent");
    await waitFor(() => expect(searches()).toHaveLength(1));
    expect(await usually()).toHaveTextContent(/^Usually: Same as last time$/);
    expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("leaves the split of a copy alone", async () => {
    latestIs(percentSplit);
    const rentBefore = { ...expense, description: "Rent" };
    show({ usual: usualOf(NONE, lastTime), copied: copyOf(rentBefore, group, ana as never) });
    expect(await screen.findByRole("button", { name: "Use it" })).toBeVisible();
    expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  });
});

describe("somebody who leaves meanwhile", () => {
  const byRoom: Preset = {
    _id: id("e"),
    name: "By room",
    splitWith: [ana, ben, dan],
    split: {
      mode: "shares",
      values: [ana, ben, dan].map(({ _id }, index) => ({ user: _id, value: 3 - index })),
    },
  };
  const withDanIn = { ...group, members: [...group.members, dan] };
  const answering = (profile: object | undefined) => {
    sent = fakeApi(({ method, path }) =>
      path === `/api/users/${dan._id}`
        ? profile
          ? { body: profile }
          : offline
        : { body: method === "GET" ? [] : expense },
    );
  };
  const left = async (name: string) =>
    expect(await screen.findByText(/is not in this split/)).toHaveTextContent(
      `${name} has left the group and is not in this split.`,
    );

  test.each([
    [{ ...dan, email: "", relationship: "none" }, "Dan Reyes"],
    [undefined, "Somebody who was selected"],
  ])("is named in a draft with a preset of theirs (%#)", async (profile, name) => {
    answering(profile);
    const usual = usualSplitOf(NONE, splitsOf([byRoom], byRoom), { event, group: withDanIn });
    const { unmount } = show({ group: withDanIn, usual });
    expect(await screen.findByLabelText("Shares for Dan Reyes")).toHaveValue("1");
    expect(screen.queryByText(/is not in this split/)).toBeNull();
    await enter();
    unmount();
    show({ usual: usualOf(NONE, splitsOf([byRoom], byRoom)) });
    await left(name);
    expect(screen.getByLabelText("Shares for Ana Silva")).toHaveValue("3");
    await userEvent.click(screen.getByRole("checkbox", { name: "Cleo Marsh" }));
    expect(screen.queryByText(/is not in this split/)).toBeNull();
  });

  test("is named in a copy", async () => {
    answering({ ...dan, email: "", relationship: "none" });
    const shared = { ...expense, splitWith: [ana, dan] };
    show({ copied: copyOf(shared, group, ana as never) });
    await left("Dan Reyes");
  });
});
