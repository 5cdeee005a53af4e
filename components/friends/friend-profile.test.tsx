import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import useSWR, { SWRConfig } from "swr";
import { fakeApi, type Answer, type Sent } from "@/components/testing/fake-api";
import { ana, ben } from "@/components/testing/fixtures";
import { showScreen } from "@/components/testing/show-screen";
import { toast } from "@/components/ui/toast";
import type { Profile, Relationship, User } from "@/lib/schemas/answers";
import { FriendProfile } from "./friend-profile";

const push = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const profile = (relationship: Relationship): Profile => ({
  ...ben,
  email: "ben****@demo.test",
  relationship,
  ...(["asked", "requested"].includes(relationship) && { requestId: "77" }),
});

let sent: Sent[] = [];
let change: () => Answer | undefined = () => ({ body: { success: true } });
const writes = () =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

const afterwards = (path: string): Relationship =>
  path.endsWith("/accept")
    ? "friends"
    : path.endsWith("/blocks")
      ? "blocked"
      : path.includes("/blocks/")
        ? "none"
        : "requested";

function show(relationship: Relationship) {
  let now = profile(relationship);
  sent = fakeApi(({ method, path }) => {
    if (method !== "GET") {
      const answer = change();
      if (answer && !answer.status) now = profile(afterwards(path));
      return answer;
    }
    return {
      body:
        path === `/api/users/${ben._id}` ? now : path.endsWith("/summary") ? [{ ...ben, amount: -5 }] : [],
    };
  });
  return showScreen(ana, <FriendProfile profile={now} />);
}

beforeEach(() => {
  push.mockClear();
  change = () => ({ body: { success: true, _id: "77", accepted: false } });
});

test("shows name, masked email and how the two stand", async () => {
  show("friends");
  expect(screen.getByRole("heading", { name: "Ben Okafor" })).toBeVisible();
  expect(screen.getByText(/^ben/)).toHaveTextContent("ben****@demo.test");
  expect(await screen.findByText("$5.00")).toBeVisible();
  expect(screen.getByText("you owe")).toBeVisible();
});

test("nothing can be done about oneself", async () => {
  show("self");
  expect(screen.queryByRole("button")).toBeNull();
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("Add Friend becomes a disabled 'Request Sent'", async () => {
  show("none");
  await userEvent.click(screen.getByRole("button", { name: "Add Friend" }));
  expect(await screen.findByRole("button", { name: "Request Sent" })).toBeDisabled();
  expect(writes()).toEqual(["POST /api/users/friends/request"]);
});

test("whoever has asked can be accepted right here", async () => {
  show("asked");
  expect(screen.getByText("Ben Okafor wants to be your friend.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Add Friend" }));
  expect(await screen.findByRole("button", { name: "Delete Friend" })).toBeVisible();
  expect(writes()).toEqual(["PUT /api/users/friends/requests/77/accept"]);
});

test("deleting a friend is asked about first, then leads home", async () => {
  show("friends");
  await userEvent.click(screen.getByRole("button", { name: "Delete Friend" }));
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName(
    "Are you sure you want to delete this friend?",
  );
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(writes()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Delete Friend" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Friend deleted")).toBeVisible();
  expect(writes()).toEqual([`DELETE /api/users/friends/${ben._id}?userId=${ana._id}`]);
  expect(push).toHaveBeenCalledWith("/friends");
});

test("a failed delete says so and stays", async () => {
  change = () => undefined;
  show("friends");
  await userEvent.click(screen.getByRole("button", { name: "Delete Friend" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Failed to delete friend")).toBeVisible();
  expect(push).not.toHaveBeenCalled();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("blocking is asked about first, then leads home", async () => {
  show("friends");
  await userEvent.click(screen.getByRole("button", { name: "Block" }));
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName("Are you sure you want to block Ben Okafor?");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(writes()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Block" }));
  const dialog = screen.getByRole("alertdialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Block" }));
  expect(await screen.findByText("Ben Okafor is blocked")).toBeVisible();
  expect(writes()).toEqual(["POST /api/users/blocks"]);
  expect(push).toHaveBeenCalledWith("/friends");
});

test("of somebody blocked there is nothing but the way back", async () => {
  show("blocked");
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["Unblock"]);
  await userEvent.click(screen.getByRole("button", { name: "Unblock" }));
  expect(await screen.findByRole("button", { name: "Add Friend" })).toBeVisible();
  expect(writes()).toEqual([`DELETE /api/users/blocks/${ben._id}`]);
});

test("a failed block says so and stays", async () => {
  change = () => undefined;
  show("none");
  await userEvent.click(screen.getByRole("button", { name: "Block" }));
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Block" }));
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(push).not.toHaveBeenCalled();
});

afterEach(() => toast.clear());

/** Home and the profile, one at a time, with SWR's own pause between two calls for the same. */
function Browser({ profile }: { profile: Profile }) {
  const [home, setHome] = useState(true);
  return (
    <SWRConfig value={{ dedupingInterval: 2000 }}>
      <button onClick={() => setHome(!home)}>go</button>
      {home ? <Home /> : <FriendProfile profile={profile} />}
    </SWRConfig>
  );
}

function Home() {
  const { data } = useSWR<User[]>("/api/users/friends");
  return <p>{`Friends: ${data?.length}`}</p>;
}

test.each<[string, Relationship, string[], string, number]>([
  ["deleted", "friends", ["Delete Friend", "Delete"], "Add Friend", 0],
  ["added", "asked", ["Add Friend"], "Delete Friend", 1],
])(
  "home and a quick way back know of a friend who was %s",
  async (_label, before, presses, afterwards, count) => {
    let now = profile(before);
    fakeApi(({ method, path }) => {
      if (method !== "GET") {
        now = profile(method === "DELETE" ? "none" : "friends");
        return { body: { success: true } };
      }
      if (path === "/api/users/friends") return { body: now.relationship === "friends" ? [ben] : [] };
      return { body: path === `/api/users/${ben._id}` ? now : [] };
    });
    showScreen(ana, <Browser profile={now} />);
    expect(await screen.findByText(`Friends: ${1 - count}`)).toBeVisible();
    for (const name of ["go", ...presses]) await userEvent.click(screen.getByRole("button", { name }));
    expect(await screen.findByText(/^Friend deleted$|are friends now$/)).toBeVisible();
    const go = screen.getByRole("button", { name: "go" });
    act(() => go.click());
    expect(screen.getByText(`Friends: ${count}`)).toBeVisible();
    act(() => go.click());
    expect(screen.getByRole("button", { name: afterwards })).toBeVisible();
  },
);
