import { screen } from "@testing-library/react";
import { ana, ben, cleo, group } from "@/testing/components/fixtures";
import { fakeApi } from "@/testing/components/fake-api";
import { showScreen } from "@/testing/components/show-screen";
import { GroupPlanScreen } from "./group-plan-screen";

const plan = { payments: [{ from: ben, to: cleo, amount: 30 }], replaces: 2, optimal: true };

const show = (closed: { _id: string; title: string }[]) => {
  fakeApi(() => undefined);
  showScreen(ana, () => (
    <GroupPlanScreen viewerId={ana._id} group={group} plan={plan} people={[]} closed={closed} />
  ));
};

test("the payments can be used", () => {
  show([]);
  expect(screen.getByRole("button", { name: "Use these payments" })).toBeVisible();
});

test("while one of its events is closed, the screen says so and leads to it", () => {
  show([{ _id: "e".repeat(24), title: "Lisbon" }]);
  expect(screen.queryByRole("button", { name: "Use these payments" })).toBeNull();
  expect(screen.getByText("These payments cannot be used yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Lisbon" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${"e".repeat(24)}`,
  );
});
