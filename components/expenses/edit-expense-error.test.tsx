import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import EditExpenseError from "@/app/(signed-in)/groups/[groupId]/events/[eventId]/edit-expense/[expenseId]/error";

const refresh = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));

test("an expense that cannot be loaded for editing: the words of the spec, logged, and another try", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const error = Object.assign(new Error("no database"), { digest: "4711" });
  const reset = jest.fn();
  render(<EditExpenseError error={error} reset={reset} />);
  expect(screen.getByRole("heading", { name: "Failed to load data." })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("4711");
  expect(screen.queryByText(/no database/)).toBeNull();
  expect(log).toHaveBeenCalledWith(error);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(reset).toHaveBeenCalledTimes(1);
});
