import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal } from "@/testing/components/fake-api";
import { ana, ben, cleo, person, settlement } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import type { Settlement } from "@/lib/contract/settlements";
import { MinimalTransactions } from "./minimal-transactions";

const andy = person(11, "Andy Moss");
const zach = person(12, "Zach Lee");
const aileen = person(13, "Aileen Roy");
const host = person(14, "Host Person");

function show(unsettled: Settlement[], closed = false) {
  showScreen(ana, () => <MinimalTransactions event={{ _id: "e1", closed }} unsettled={unsettled} />);
  // View-only: nothing in it can be settled.
  expect(screen.queryByRole("button", { name: /settle/i })).toBeNull();
  return screen.queryAllByRole("listitem").map((row) => row.textContent);
}

const PREVIEW = "This is a preview. Turn off “Minimal transactions” to settle.";

test("everyone pays one receiver: the payments stay visible above the redistribution", () => {
  const rows = show([
    settlement(1, andy, host, 60),
    settlement(2, zach, host, 221),
    settlement(3, aileen, host, 400.88),
  ]);
  expect(screen.getByText(PREVIEW)).toBeVisible();
  const headings = screen.getAllByRole("heading").map((heading) => heading.textContent);
  expect(headings).toEqual(["Everyone pays Host", "To even out what each person pays"]);
  expect(rows).toEqual([
    "Aileen owes Host $400.88",
    "Zach owes Host $221.00",
    "Andy owes Host $60.00",
    "Andy owes Aileen $167.29",
    "Zach owes Aileen $6.29",
  ]);
});

test("everyone pays one receiver the same amount", () => {
  const rows = show([settlement(1, andy, host, 20), settlement(2, zach, host, 20)]);
  expect(rows).toEqual(["Andy owes Host $20.00", "Zach owes Host $20.00"]);
  expect(screen.getByText("Everyone pays the same: nothing to even out.")).toBeVisible();
});

test("a chain becomes one payment, proved to be the fewest", () => {
  const rows = show([settlement(1, ana, ben, 10), settlement(2, ben, cleo, 10)]);
  expect(rows).toEqual(["You owe Cleo $10.00"]);
  expect(screen.getByText("1 payment instead of 2, the fewest possible.")).toBeVisible();
  expect(screen.getByText(PREVIEW)).toBeVisible();
});

test("'fewest' is claimed only if it was proved", () => {
  // Eighteen people are too many for the exact search, and no debtor needs only one payment.
  const people = Array.from({ length: 18 }, (_, n) => person(50 + n, `P${n} X`));
  const [first = host, second = host, ...debtors] = people;
  const unsettled = debtors.flatMap((debtor, n) => [
    settlement(2 * n, debtor, first, 10.01 + n),
    settlement(2 * n + 1, debtor, second, 5),
  ]);
  show(unsettled);
  expect(screen.getByText(/^\d+ payments( instead of \d+)?\.$/)).toBeVisible();
});

test("debts in a circle cancel out", () => {
  const rows = show([
    settlement(1, ana, ben, 7.5),
    settlement(2, ben, cleo, 7.5),
    settlement(3, cleo, ana, 7.5),
  ]);
  expect(rows).toEqual([]);
  expect(screen.getByText("All debts cancel out. Nobody has to pay.")).toBeVisible();
});

test("people with the same first name are distinguished", () => {
  const otherAna = person(20, "Ana Costa");
  const rows = show([settlement(1, person(21, "Ana Ruiz"), ben, 10), settlement(2, otherAna, ben, 4)]);
  expect(rows.slice(0, 2)).toEqual(["Ana Ruiz owes Ben $10.00", "Ana Costa owes Ben $4.00"]);
});

test("each figure is shown once: only sums of several payments are added", () => {
  show([settlement(1, andy, host, 60), settlement(2, host, zach, 20), settlement(3, aileen, host, 5)]);
  const figures = [...document.body.textContent.matchAll(/\$\d+\.\d\d/g)].map(([text]) => text);
  expect(new Set(figures).size).toBe(figures.length);
});

test("a single payment stays the same", () => {
  expect(show([settlement(1, andy, host, 60)])).toEqual(["Andy owes Host $60.00"]);
  expect(screen.queryByRole("heading")).toBeNull();
});

test("debts larger than any expense are included", () => {
  const rows = show([settlement(1, andy, host, 19_999_999.98), settlement(2, zach, andy, 5)]);
  expect(rows).toEqual(["Andy owes Host $19,999,994.98", "Zach owes Host $5.00"]);
});

describe("Use these payments", () => {
  const chain = () => [settlement(1, ana, ben, 20), settlement(2, ben, cleo, 20)];
  const USE = { name: "Use these payments" };

  async function use() {
    await userEvent.click(screen.getByRole("button", USE));
    await userEvent.click(
      within(screen.getByRole("alertdialog", { name: "Use these payments?" })).getByRole("button", USE),
    );
  }

  test("two taps send the payments as shown, and Undo takes them back", async () => {
    const sent = fakeApi(({ method }) => ({
      body: method === "POST" ? { _id: "b1", settlements: [] } : { success: true },
    }));
    show(chain());
    await use();
    // It stays beside what can be undone, whatever is open then.
    expect(await screen.findByText(/^Done: 1 payment instead of 2\. You can undo it until/)).toBeVisible();
    expect(screen.queryByRole("region", { name: "Messages" })).toHaveTextContent("");
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(sent).toMatchObject([
      {
        method: "POST",
        path: "/api/events/e1/plan",
        body: { payments: [{ from: ana._id, to: cleo._id, amount: 20 }] },
        key: expect.any(String),
      },
      { method: "DELETE", path: "/api/events/e1/plan/b1" },
    ]);
  });

  test("a refusal says why", async () => {
    fakeApi(() => refusal(409, "plan-changed", "The payments have changed."));
    show(chain());
    await use();
    expect(await screen.findByRole("alert")).toHaveTextContent("The payments have changed.");
  });

  test("is not offered where it saves nothing", () => {
    show([settlement(1, ana, ben, 20), settlement(2, cleo, ben, 20)]);
    expect(screen.queryByRole("button", USE)).toBeNull();
  });

  test("is not offered in a closed event", () => {
    show(chain(), true);
    expect(screen.queryByRole("button", USE)).toBeNull();
  });
});
