import { act, screen } from "@testing-library/react";
import { changeUnsent } from "@/components/offline/outbox";
import { ana } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { WaitingExpenses } from "./waiting-expenses";

beforeEach(() => localStorage.clear());

test("what waits is listed where it was entered, the newest first, without what was refused", () => {
  showScreen(ana, () => <WaitingExpenses form="/groups/1/events/2/add-expense" />);
  expect(screen.queryByRole("list")).toBeNull();
  const enter = (key: string, form = "/groups/1/events/2/add-expense") =>
    changeUnsent(ana._id, key, {
      is: "entered",
      item: {
        key,
        title: key,
        call: "POST /api/expenses",
        entered: {},
        at: Number(key),
        body: { description: `Taxi ${key}`, amount: 12 },
        form: form as "/add",
      },
    });
  act(() => ["1", "2", "3"].forEach((key) => enter(key)));
  act(() => void enter("4", "/friends/1/add-expense"));
  act(
    () =>
      void changeUnsent(ana._id, "2", {
        is: "refused",
        body: { description: "Taxi 2", amount: 12 },
        reason: "No.",
      }),
  );
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Taxi 3waiting$12.00",
    "Taxi 1waiting$12.00",
  ]);
});
