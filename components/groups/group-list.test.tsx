import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi } from "@/testing/components/fake-api";
import { ana, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { GroupList, type GroupListProps } from "./group-list";
import { toListedGroup } from "./listed-group";

function show(change: Partial<GroupListProps> = {}) {
  const groups = [toListedGroup(group)];
  const props = { groups, empty: [], nextCursor: null, groupCount: 1, balances: {}, ...change };
  showScreen(ana, () => <GroupList {...props} />);
}

test("without groups, the screen says so", () => {
  show({ groups: [], groupCount: 0 });
  expect(screen.getByText("You don't have any group yet!")).toBeVisible();
  expect(screen.getByText("Groups (0)")).toBeVisible();
});

test("all groups fit on the first page: there is nothing to load", () => {
  const sent = fakeApi(() => ({ body: [] }));
  show();
  expect(screen.getByText("Groups (1)")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more groups" })).toBeNull();
  expect(sent).toEqual([]);
});

test("further groups are loaded on demand, with their balances; the heading counts all", async () => {
  const later = { ...group, _id: "64c000000000000000000099", title: "Trip" };
  const sent = fakeApi(() => ({ body: [later] }));
  show({ nextCursor: "next", groupCount: 2, balances: { [later._id]: -12.5 } });
  expect(screen.getByText("Groups (2)")).toBeVisible();
  expect(screen.queryByText("Trip")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show more groups" }));
  const row = (await screen.findByText("Trip")).closest("li");
  expect(row).toHaveTextContent("$12.50");
  expect(sent).toMatchObject([{ path: "/api/groups?limit=50&cursor=next" }]);
  expect(screen.queryByRole("button", { name: "Show more groups" })).toBeNull();
});

test("only a group without events offers to add the first one", () => {
  const trip = { ...toListedGroup(group), _id: "64c000000000000000000099", title: "Trip" };
  show({ groups: [trip, toListedGroup(group)], empty: [trip._id] });
  const [step, ...others] = screen.getAllByRole("link", { name: /^Add the first event/ });
  expect(step).toHaveAttribute("href", `/groups/${trip._id}/add-event`);
  expect(others).toEqual([]);
});
