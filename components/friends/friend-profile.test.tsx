import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, type Answer, type Sent } from "@/components/testing/fake-api";
import { ana, ben } from "@/components/testing/fixtures";
import { router, showScreen } from "@/components/testing/show-screen";
import type { Profile, Relationship } from "@/lib/schemas/answers";
import { FriendProfile } from "./friend-profile";

const profile = (relationship: Relationship): Profile => ({
  ...ben,
  email: "ben****@demo.test",
  relationship,
  ...(["asked", "requested"].includes(relationship) && { requestId: "77" }),
});

let sent: Sent[] = [];
let change: () => Answer | undefined;
const writes = () =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

/** @param afterwards how the two stand once the server has taken a change */
function show(relationship: Relationship, afterwards = relationship) {
  let now = relationship;
  sent = fakeApi(({ method }) => {
    if (method === "GET") return { body: [] };
    const answer = change();
    if (answer) now = afterwards;
    return answer;
  });
  return showScreen(ana, () => <FriendProfile profile={profile(now)} balance={-5} />);
}

beforeEach(() => {
  change = () => ({ body: { success: true, _id: "77", accepted: false } });
});

test("shows name, masked email and how the two stand", () => {
  show("friends");
  expect(screen.getByRole("heading", { name: "Ben Okafor" })).toBeVisible();
  expect(screen.getByText(/^ben/)).toHaveTextContent("ben****@demo.test");
  expect(screen.getByRole("status")).toHaveTextContent("you owe $5.00");
  expect(sent).toEqual([]);
});

test("nothing can be done about oneself", () => {
  show("self");
  expect(screen.queryByRole("button")).toBeNull();
});

test("Add Friend becomes a disabled 'Request Sent'", async () => {
  show("none", "requested");
  await press("Add Friend");
  expect(await screen.findByRole("button", { name: "Request Sent" })).toBeDisabled();
  expect(writes()).toEqual(["POST /api/users/friends/request"]);
});

test("whoever has asked at the same time is a friend now", async () => {
  change = () => ({ body: { success: true, _id: "77", accepted: true } });
  show("none", "friends");
  await press("Add Friend");
  expect(await screen.findByRole("button", { name: "Delete Friend" })).toBeVisible();
  expect(screen.getByText("You and Ben Okafor are friends now")).toBeVisible();
});

test("whoever has asked can be accepted right here", async () => {
  show("asked", "friends");
  expect(screen.getByText("Ben Okafor wants to be your friend.")).toBeVisible();
  await press("Add Friend");
  expect(await screen.findByRole("button", { name: "Delete Friend" })).toBeVisible();
  expect(writes()).toEqual(["PUT /api/users/friends/requests/77/accept"]);
});

test.each<[string, Relationship, string]>([
  ["a request that was sent is withdrawn", "requested", "Withdraw request"],
  ["a request that was received is ignored", "asked", "Ignore"],
])("%s", async (_label, before, button) => {
  show(before, "none");
  await press(button);
  await waitFor(() => expect(screen.queryByRole("button", { name: button })).toBeNull());
  expect(screen.getByRole("button", { name: "Add Friend" })).toBeEnabled();
  expect(writes()).toEqual(["DELETE /api/users/friends/requests/77"]);
});

test("deleting a friend is asked about first, then leads home", async () => {
  show("friends", "none");
  await press("Delete Friend");
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName(
    "Are you sure you want to delete this friend?",
  );
  await press("Cancel");
  expect(writes()).toEqual([]);

  await press("Delete Friend");
  await press("Delete");
  expect(await screen.findByText("Friend deleted")).toBeVisible();
  expect(writes()).toEqual([`DELETE /api/users/friends/${ben._id}?userId=${ana._id}`]);
  expect(router.push).toHaveBeenCalledWith("/friends");
});

test("a failed delete says so and stays", async () => {
  change = () => undefined;
  show("friends");
  await press("Delete Friend");
  await press("Delete");
  expect(await screen.findByText("Failed to delete friend")).toBeVisible();
  expect(router.push).not.toHaveBeenCalled();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("blocking is asked about first, then leads home", async () => {
  show("friends");
  await press("Block");
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName("Are you sure you want to block Ben Okafor?");
  await press("Cancel");
  expect(writes()).toEqual([]);

  await press("Block");
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Block" }));
  expect(await screen.findByText("Ben Okafor is blocked")).toBeVisible();
  expect(writes()).toEqual(["POST /api/users/blocks"]);
  expect(router.push).toHaveBeenCalledWith("/friends");
});

test("of somebody blocked there is nothing but the way back", async () => {
  show("blocked", "none");
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["Unblock"]);
  await press("Unblock");
  expect(await screen.findByRole("button", { name: "Add Friend" })).toBeVisible();
  expect(writes()).toEqual([`DELETE /api/users/blocks/${ben._id}`]);
});

test("a failed block says so and stays", async () => {
  change = () => undefined;
  show("none");
  await press("Block");
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Block" }));
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(router.push).not.toHaveBeenCalled();
});
