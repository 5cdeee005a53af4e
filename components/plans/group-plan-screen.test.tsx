import { screen, within } from "@testing-library/react";
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
  expect(screen.getByText("These payments can't be used yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Lisbon" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${"e".repeat(24)}`,
  );
});

test("once nothing can be saved, the viewer's payments lead to where they are settled, the others to nothing", () => {
  const payments = [
    { from: ben, to: ana, amount: 30 },
    { from: ana, to: cleo, amount: 20 },
    { from: ben, to: cleo, amount: 10 },
  ];
  showScreen(ana, () => (
    <GroupPlanScreen
      {...{ viewerId: ana._id, group, closed: [] }}
      people={[ana, ben, cleo].map((person) => ({ person, total: 0, events: [] }))}
      plan={{ payments, replaces: 3, optimal: true }}
    />
  ));
  const rows = within(screen.getByRole("region", { name: "Payments" }));
  expect(rows.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Ben pays you", `/friends/${ben._id}`],
    ["You pay Cleo", `/friends/${cleo._id}`],
  ]);
  expect(rows.getAllByText("Settle up")).toHaveLength(2);
});
