import { screen, within } from "@testing-library/react";
import { ana, ben, cleo } from "@/components/testing/fixtures";
import { showScreen } from "@/components/testing/show-screen";
import type { FriendSummaryItem, Person, User } from "@/lib/schemas/answers";
import { FriendsHome } from "./friends-home";

const friend = (person: Person): User => ({ ...person, email: "per****@demo.test" });
const balance = (person: Person, amount: number): FriendSummaryItem => ({ ...person, amount });

function show(summary: FriendSummaryItem[], friends: User[] = [friend(ben), friend(cleo)]) {
  return showScreen(ana, () => <FriendsHome viewer={ana} friends={friends} summary={summary} />);
}

test("says in words what one owes or is owed in total, to the cent", () => {
  show([balance(ben, 8.7), balance(cleo, -0.1)], []);
  expect(screen.getByText("In total you are owed")).toBeVisible();
  expect(screen.getByText("$8.60")).toBeVisible();
  const row = (name: string) => screen.getByRole("link", { name }).closest("li");
  const [owes, owed] = [row("Ben Okafor"), row("Cleo Marsh")];
  expect(owes).toHaveTextContent("owes you $8.70");
  expect(owed).toHaveTextContent("you owe $0.10");
});

test("the picture is a table to screen readers: who owes, to whom, how much", () => {
  show([balance(ben, 8.7), balance(cleo, -1200.5)]);
  const rows = within(screen.getByRole("table", { name: "Who owes whom" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Who owesTo whomAmount",
    "YouCleo Marsh$1,200.50",
    "Ben OkaforYou$8.70",
  ]);
});

test("sums that cancel out are even, though single people still owe", () => {
  show([balance(ben, 10), balance(cleo, -10)]);
  expect(screen.getByText("you are even")).toBeVisible();
  expect(screen.getAllByText("$10.00").length).toBeGreaterThan(0);
});

test("with nothing owed everything is clear", () => {
  show([balance(ben, 0)]);
  expect(screen.getByRole("heading", { name: "All Clear" })).toBeVisible();
  expect(screen.getByText("You are all set!")).toBeVisible();
});

test("the heading of the friends leads to the requests, each friend to their profile", () => {
  show([]);
  expect(screen.getByRole("link", { name: "Friends (2)" })).toHaveAttribute("href", "/requests");
  expect(screen.getByRole("link", { name: "Ben Okafor" })).toHaveAttribute("href", `/friends/${ben._id}`);
});

test("a newcomer's home begins with the first action", () => {
  show([], []);
  const [first, second] = screen.getAllByRole("region");
  expect(within(first!).getByRole("link", { name: "Add friend" })).toHaveAttribute("href", "/add-friend");
  expect(within(second!).getByText("You are all set!")).toBeVisible();
});
