import { fireEvent, screen, within } from "@testing-library/react";
import { ana, ben, cleo, event, group, person } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import type { FriendSummaryItem, RecentEvent } from "@/lib/contract/friends";
import type { FriendRequest } from "@/lib/contract/requests";
import type { Person, User } from "@/lib/contract/people";
import { FriendsScreen } from "./friends-screen";
import { tiltOf } from "./tilt";

const friend = (person: Person): User => ({ ...person, email: "per****@demo.test" });
const dinner: RecentEvent = { _id: event._id, title: "Dinner", date: event.date, group };
const balance = (person: Person, amount: number): FriendSummaryItem => ({ ...person, amount });

function show(
  summary: FriendSummaryItem[],
  friends: User[] = [friend(ben), friend(cleo)],
  recentEvents: RecentEvent[] = [],
  requests: FriendRequest[] = [],
) {
  const props = { friends, summary, recentEvents, requests: { rows: requests, nextCursor: null } };
  return showScreen(ana, () => <FriendsScreen {...props} />);
}

test("shows the total balance in words, to the cent", () => {
  show([balance(ben, 8.7), balance(cleo, -0.1)], []);
  expect(screen.getByText("In total you are owed")).toBeVisible();
  expect(screen.getByText("$8.60")).toBeVisible();
  expect(screen.getByRole("region", { name: "Balance" })).toHaveTextContent("In total you are owed $8.60");
  const row = (name: string) => screen.getByRole("link", { name }).closest("li");
  const [owes, owed] = [row("Ben Okafor"), row("Cleo Marsh")];
  expect(owes).toHaveTextContent("owes you $8.70");
  expect(owed).toHaveTextContent("you owe $0.10");
});

test("balances that cancel out are even, although single people still owe", () => {
  show([balance(ben, 10), balance(cleo, -10)]);
  expect(screen.getByText("you are even")).toBeVisible();
  expect(screen.getAllByText("$10.00").length).toBeGreaterThan(0);
});

test("without debts, shows All Clear", () => {
  show([balance(ben, 0)]);
  expect(screen.getByRole("heading", { name: "All Clear" })).toBeVisible();
  expect(screen.getByText("You are all set!")).toBeVisible();
});

test("the friends' heading links to the requests, each friend to their profile", () => {
  show([]);
  expect(screen.getByRole("link", { name: "Friends (2)" })).toHaveAttribute("href", "/requests");
  expect(screen.getByRole("link", { name: "Ben Okafor" })).toHaveAttribute("href", `/friends/${ben._id}`);
});

const rowsOf = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

test("every friend is listed once: the largest balance first, those who are even last", () => {
  const [dan, eve] = [person(7, "Dan Reyes"), person(8, "Eve Stone")];
  show([balance(ben, 8.7), balance(cleo, -1200.5)], [ben, dan, cleo, eve].map(friend));
  expect(rowsOf("Friends (4)")).toEqual([
    expect.stringMatching(/Cleo Marsh\s*you owe \$1,200\.50$/),
    expect.stringMatching(/Ben Okafor\s*owes you \$8\.70$/),
    expect.stringMatching(/Dan Reyes\s*even$/),
    expect.stringMatching(/Eve Stone\s*even$/),
  ]);
  expect(screen.getAllByRole("link", { name: "Ben Okafor" })).toHaveLength(1);
});

test("guests are below the friends, under their group, and who is no friend is last", () => {
  const guest = (number: number, name: string) => ({ ...person(number, name), guest: true as const });
  show(
    [
      { ...balance(guest(11, "Tom"), 900), group: { _id: "g1", title: "Lisbon" } },
      balance(person(12, "Gil Former"), 500),
      { ...balance(guest(13, "Zoe"), -70), group: { _id: "g1", title: "Lisbon" } },
      balance(ben, 1),
    ],
    [friend(ben)],
  );
  expect(
    screen
      .getAllByRole("region")
      .slice(0, 4)
      .map((region) => region.getAttribute("aria-labelledby")),
  ).toEqual([null, "friends-heading", "people-g1", "people-others"]);
  expect(rowsOf("Lisbon")).toEqual([
    expect.stringMatching(/Tom \(guest\)\s*owes you \$900\.00$/),
    expect.stringMatching(/Zoe \(guest\)\s*you owe \$70\.00$/),
  ]);
  expect(rowsOf("Others")).toEqual([expect.stringMatching(/Gil Former\s*owes you \$500\.00$/)]);
});

test("many friends: the rest is shown on demand", async () => {
  const many = Array.from({ length: 30 }, (_, index) => friend(person(20 + index, `Friend ${index}`)));
  show([], many);
  expect(rowsOf("Friends (30)").length).toBeLessThan(12);
  fireEvent.click(screen.getByRole("button", { name: "Show all 30" }));
  expect(rowsOf("Friends (30)")).toHaveLength(30);
});

test("recent events link to the event, their plus to Add Expense", () => {
  show([], [], [dinner]);
  const item = screen.getByRole("link", { name: "Dinner" }).closest("li")!;
  expect(item).toHaveTextContent("Flat·2026-03-14");
  expect(screen.getByRole("link", { name: "Add expense to Dinner" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${event._id}/add-expense`,
  );
});

test("a friend request is a row above the balance", () => {
  const request = { _id: "f".repeat(24), from: friend(person(7, "Dan Reyes")), createdAt: event.date };
  show([balance(ben, 8.7)], undefined, undefined, [request]);
  const [requests, total] = screen.getAllByRole("region");
  expect(within(requests!).getByRole("listitem")).toHaveTextContent("Dan ReyesFriend request");
  expect(
    within(requests!).getByRole("button", { name: "Accept the friend request from Dan Reyes" }),
  ).toBeVisible();
  expect(total).toHaveAccessibleName("Balance");
});

test.each([
  [0, 0],
  [5, 1],
  [10, 1],
  [20, 2],
  [-45, -3],
  [1e6, 8],
])("a balance of $%d tilts the beam by %d degrees", (dollars, degrees) => {
  expect(tiltOf(dollars * 100)).toBe(degrees);
});

test("the beam is level after All Clear", () => {
  const { container, unmount } = show([balance(ben, 40)]);
  const beam = () => container.querySelector<HTMLElement>('img[src="/seesaw/beam.svg"]');
  expect(beam()?.style).toHaveProperty("rotate", "3deg");
  expect(container.querySelector(".animate-coin")).toBeNull();
  unmount();
  const clear = show([]).container.querySelector<HTMLElement>('img[src="/seesaw/beam.svg"]');
  expect(clear?.style).toHaveProperty("rotate", "0deg");
  expect(clear?.style.getPropertyValue("--from")).toBe("3deg");
  expect(document.querySelectorAll(".animate-coin")).toHaveLength(1);
});

test.each<[string, ...Parameters<typeof show>]>([
  ["with friends", [], [friend(ben)]],
  ["with a balance but no friends", [balance(ben, 8.7)], []],
  ["with events but no friends", [], [], [dinner]],
])("users %s have a link to the activity", (_label, ...data) => {
  show(...data);
  expect(screen.getByRole("link", { name: "Activity" })).toHaveAttribute("href", "/activity");
});

test("Add expense leads to the picker, Add friend is beside the friends", () => {
  show([], [friend(ben)]);
  for (const link of screen.getAllByRole("link", { name: "Add expense" }))
    expect(link).toHaveAttribute("href", "/add");
  const friends = screen.getByRole("region", { name: "Friends (1)" });
  expect(within(friends).getByRole("link", { name: "Add friend" })).toHaveAttribute("href", "/add-friend");
});

test("a new user's home leads to the first group, for which names are enough", () => {
  show([], []);
  const [first, second] = screen.getAllByRole("region");
  expect(first).toHaveTextContent("Start a group: names are enough.");
  expect(
    within(first!)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/requests", "/create-group", "/add-friend"]);
  expect(within(second!).getByText("You are all set!")).toBeVisible();
  for (const name of ["Activity", "Add expense"]) expect(screen.queryByRole("link", { name })).toBeNull();
});

test("without friends, who takes part in an event needs no first group, and adds friends in the heading", () => {
  show([], [], [dinner]);
  expect(screen.queryByText("No friends yet")).toBeNull();
  expect(screen.queryByRole("link", { name: "Create Group" })).toBeNull();
  const friends = screen.getByRole("region", { name: "Friends (0)" });
  expect(within(friends).getByRole("link", { name: "Add friend" })).toHaveAttribute("href", "/add-friend");
});

test("without friends, who shares with guests sees them and adds friends in the heading", () => {
  const tom = { ...person(11, "Tom"), guest: true as const };
  show([{ ...balance(tom, 9), group: { _id: "g1", title: "Lisbon" } }], []);
  expect(screen.queryByText("No friends yet")).toBeNull();
  expect(rowsOf("Lisbon")).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Add friend" })).toHaveAttribute("href", "/add-friend");
});
