import { act, screen, waitFor } from "@testing-library/react";
import { fakeApi, refusal, type Answer, type Sent } from "@/components/testing/fake-api";
import { ana, event, expense, group } from "@/components/testing/fixtures";
import { showScreen } from "@/components/testing/show-screen";
import { ExpenseDetails } from "./expense-details";

jest.mock("next/navigation", () => ({ useRouter: () => ({}) }));

function show(answer: Answer | undefined): Sent[] {
  const sent = fakeApi(() => answer);
  showScreen(ana, <ExpenseDetails event={event} expense={expense} />);
  return sent;
}

test("an expense that is gone says so and leads to its event", async () => {
  show(refusal(404, "not-found", "Not found."));
  expect(await screen.findByRole("alert")).toHaveTextContent("This expense is no longer there.");
  expect(screen.getByRole("link", { name: "Back to the event" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${event._id}`,
  );
  expect(screen.queryByText("Pizza")).toBeNull();
});

test("an expense that only could not be loaded stays", async () => {
  const sent = show(undefined);
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => {});
  expect(screen.getByText("Pizza")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});
