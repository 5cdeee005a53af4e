import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi } from "@/testing/components/fake-api";
import { ana, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { toListedGroup } from "./listed-group";
import { PickGroup } from "./pick-group";

test("each group leads to its form, also those of further pages", async () => {
  const next = { ...group, _id: "c".repeat(24), title: "Rowers" };
  fakeApi(() => ({ body: [next] }));
  showScreen(ana, () => <PickGroup groups={[toListedGroup(group)]} nextCursor="2" />);
  expect(screen.getByRole("link", { name: /Flat/ })).toHaveAttribute(
    "href",
    `/groups/${group._id}/add-event`,
  );
  await userEvent.click(screen.getByRole("button", { name: "Show more groups" }));
  await waitFor(() =>
    expect(screen.getByRole("link", { name: /Rowers/ })).toHaveAttribute(
      "href",
      `/groups/${next._id}/add-event`,
    ),
  );
});

test("who has no group can create one", () => {
  showScreen(ana, () => <PickGroup groups={[]} nextCursor={null} />);
  expect(screen.getByText("You don't have any group yet!")).toBeVisible();
  expect(screen.getByRole("link", { name: "Create Group" })).toHaveAttribute("href", "/create-group");
});
