import { screen } from "@testing-library/react";
import { ana } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { PickScreen } from "./pick-screen";

test("who has neither friends nor groups can begin with either", () => {
  showScreen(ana, () => <PickScreen last={null} friends={[]} groups={[]} />);
  expect(screen.getByRole("link", { name: "Add friend" })).toHaveAttribute("href", "/add-friend");
  expect(screen.getByRole("link", { name: "Create Group" })).toHaveAttribute("href", "/create-group");
});
