import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { TopBar } from "@/components/shell/top-bar";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, group } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { uncaughtAfter } from "@/testing/components/uncaught";
import { whole } from "@/testing/components/whole-text";
import type { FriendRequest, GroupRequest } from "@/lib/contract/requests";
import { FriendRequests } from "./friend-requests";
import { GroupRequests } from "./group-requests";

const createdAt = "2026-01-01T00:00:00.000Z";
const friendRequest: FriendRequest = { _id: "11", from: { ...ben, email: "ben****@demo.test" }, createdAt };
const groupRequest: GroupRequest = {
  _id: "22",
  from: cleo,
  groupId: { _id: group._id, title: group.title, icon: group.icon },
  createdAt,
};

let friends: FriendRequest[] = [];
let groups: GroupRequest[] = [];
let sent: Sent[] = [];
let change: (call: Sent) => FakeResponse | Promise<FakeResponse> | undefined;
const writes = () =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  localStorage.clear();
  friends = [friendRequest];
  groups = [groupRequest];
  change = ({ path }) => {
    if (path.includes("/users/")) friends = [];
    else groups = [];
    return { body: { success: true } };
  };
  sent = fakeApi((call) => {
    if (call.method !== "GET") return change(call);
    return { body: call.path === "/api/groups/requests" ? groups : friends };
  });
});

function show() {
  return showScreen(ana, () => (
    <>
      <TopBar counts={{ total: 2, friend: 1, group: 1 }} />
      <FriendRequests requests={all(friends)} empty="No pending friend requests." />
      <GroupRequests requests={all(groups)} empty="No pending group requests." />
    </>
  ));
}

const all = <Row,>(rows: Row[]) => ({ rows, nextCursor: null });
const nav = (name: RegExp) => screen.getByRole("link", { name });

test("a request shows its sender; the bar shows dots; the lists are cached", async () => {
  show();
  expect(screen.getByText("Ben Okafor")).toBeVisible();
  expect(screen.getByText(/invited you to join/)).toHaveTextContent("Cleo Marsh invited you to join Flat");
  expect(nav(/^Friends/)).toHaveTextContent("(1 friend request)");
  expect(nav(/^Groups/)).toHaveTextContent("(1 group request)");
  await waitFor(() => expect(localStorage.getItem("friendRequests")).toBe(JSON.stringify([friendRequest])));
  expect(localStorage.getItem("groupRequests")).toBe(JSON.stringify([groupRequest]));
});

test("a request that arrived meanwhile has its dot as soon as its row is shown", async () => {
  friends = [];
  groups = [];
  let opened = false;
  showScreen(ana, () => (
    <>
      <TopBar counts={{ total: 0, friend: 0, group: 0 }} />
      {opened ? <FriendRequests requests={all(friends)} /> : null}
      {opened ? <GroupRequests requests={all(groups)} /> : null}
    </>
  ));
  await waitFor(() => expect(localStorage.getItem("groupRequests")).toBe("[]"));
  expect(nav(/^Friends/)).toHaveTextContent(/^Friends$/);
  friends = [friendRequest];
  groups = [groupRequest];
  opened = true;
  await act(async () => router.refresh());
  expect(screen.getByText("Ben Okafor")).toBeVisible();
  expect(nav(/^Friends/)).toHaveTextContent("(1 friend request)");
  expect(nav(/^Groups/)).toHaveTextContent("(1 group request)");
  expect(sent).toHaveLength(2);
});

test("accepting removes the row and the dot without a reload", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept the friend request from Ben Okafor" }));
  expect(await screen.findByText("No pending friend requests.")).toBeVisible();
  expect(nav(/^Friends/)).toHaveTextContent(/^Friends$/);
  expect(writes()).toEqual(["PUT /api/users/friends/requests/11/accept"]);
  await waitFor(() => expect(localStorage.getItem("friendRequests")).toBe("[]"));
});

test("ignoring an invitation deletes it", async () => {
  show();
  await userEvent.click(
    screen.getByRole("button", { name: "Ignore the invitation from Cleo Marsh to join Flat" }),
  );
  expect(await screen.findByText("No pending group requests.")).toBeVisible();
  expect(nav(/^Groups/)).toHaveTextContent(/^Groups$/);
  expect(writes()).toEqual(["DELETE /api/groups/requests/22"]);
  expect(screen.getByRole("alert")).toHaveTextContent("Invitation to Flat ignored");
});

test.each([
  ["Accept the friend request from Ben Okafor", "Ben Okafor"],
  ["Ignore the friend request from Ben Okafor", "Ben Okafor"],
  ["Accept the invitation from Cleo Marsh to join Flat", "Flat"],
  ["Ignore the invitation from Cleo Marsh to join Flat", "Flat"],
])("%s: a translator keeps the name in the message", async (button, name) => {
  show();
  await userEvent.click(screen.getByRole("button", { name: button }));
  const kept = within(await screen.findByRole("alert")).getByText(name);
  expect(kept).toHaveAttribute("translate", "no");
});

test("ignoring a friend request by mistake: the message leads to the profile, which can add the person", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Ignore the friend request from Ben Okafor" }));
  expect(await screen.findByText(whole("Request from Ben Okafor ignored"))).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "View profile" }));
  expect(router.push).toHaveBeenCalledWith(`/friends/${ben._id}`);
});

test("a failure is reported, and the row stays", async () => {
  change = () => undefined;
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept the friend request from Ben Okafor" }));
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Accept the friend request from Ben Okafor" })).toBeEnabled(),
  );
});

test("a withdrawn request disappears from the list", async () => {
  change = () => {
    friends = [];
    return refusal(404, "not-found", "We couldn't find that.");
  };
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept the friend request from Ben Okafor" }));
  expect(await screen.findByText("No pending friend requests.")).toBeVisible();
  expect(screen.getByText("We couldn't find that.")).toBeVisible();
});

test("two requests accepted at once get separate answers", async () => {
  const second: FriendRequest = {
    ...friendRequest,
    _id: "12",
    from: { ...cleo, email: "cle****@demo.test" },
  };
  friends = [friendRequest, second];
  const responses: ((response: FakeResponse) => void)[] = [];
  sent = fakeApi(({ method, path }) => {
    if (method !== "GET") return new Promise((resolve) => responses.push(resolve));
    return { body: path === "/api/groups/requests" ? groups : friends };
  });
  show();
  const accept = (name: string) =>
    screen.getByRole("button", { name: `Accept the friend request from ${name}` });
  await userEvent.click(accept("Ben Okafor"));
  await userEvent.click(accept("Cleo Marsh"));
  expect([accept("Ben Okafor"), accept("Cleo Marsh")].map((button) => button.ariaBusy)).toEqual([
    "true",
    "true",
  ]);
  expect(writes()).toEqual([
    "PUT /api/users/friends/requests/11/accept",
    "PUT /api/users/friends/requests/12/accept",
  ]);

  friends = [second];
  await act(async () => responses[0]?.({ body: { success: true } }));
  expect(screen.getByText(whole("You and Ben Okafor are friends now"))).toBeVisible();
  expect(screen.queryByRole("button", { name: "Accept the friend request from Ben Okafor" })).toBeNull();
  expect(accept("Cleo Marsh")).toBeDisabled();
  await act(async () => responses[1]?.({ status: 500, body: undefined }));
  // After the one before it.
  const failed = await screen.findByText("Something went wrong. Please try again.", {}, { timeout: 4000 });
  expect(failed).toBeVisible();
  expect(accept("Cleo Marsh")).toBeEnabled();
});

test("after an answer, the focus is on the next request's same button", async () => {
  friends.push({ ...friendRequest, _id: "12", from: { ...cleo, email: "cle****@demo.test" } });
  change = () => {
    friends = friends.slice(1);
    return { body: { success: true } };
  };
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept the friend request from Ben Okafor" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Accept the friend request from Cleo Marsh" })).toHaveFocus(),
  );
});

test("joining a group offers to open it", async () => {
  show();
  await userEvent.click(
    screen.getByRole("button", { name: "Accept the invitation from Cleo Marsh to join Flat" }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Open group" }));
  expect(router.push).toHaveBeenCalledWith(`/groups/${group._id}`);
});

test("without a message for no requests, nothing is shown", () => {
  showScreen(ana, () => (
    <>
      <FriendRequests requests={all([])} />
      <GroupRequests requests={all([])} />
    </>
  ));
  expect(screen.queryByRole("heading")).toBeNull();
});

describe("more requests than the first page", () => {
  const later: FriendRequest = { ...friendRequest, _id: "12", from: { ...cleo, email: "cle****@demo.test" } };

  test("are loaded on demand; the red dot counts the whole list", async () => {
    sent = fakeApi(({ path }) => {
      if (path.includes("cursor=next")) return { body: [later] };
      return { body: path === "/api/users/friends/requests" ? [friendRequest, later] : [] };
    });
    showScreen(ana, () => (
      <>
        <TopBar counts={{ total: 2, friend: 2, group: 0 }} />
        <FriendRequests requests={{ rows: [friendRequest], nextCursor: "next" }} />
      </>
    ));
    expect(screen.queryByText("Cleo Marsh")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show more friend requests" }));
    expect(await screen.findByText("Cleo Marsh")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show more friend requests" })).toBeNull();
    expect(nav(/^Friends/)).toHaveTextContent("(2 friend requests)");
  });

  test("of groups, too", async () => {
    const other: GroupRequest = {
      ...groupRequest,
      _id: "23",
      groupId: { ...groupRequest.groupId, title: "Trip" },
    };
    sent = fakeApi(() => ({ body: [other] }));
    showScreen(ana, () => <GroupRequests requests={{ rows: [groupRequest], nextCursor: "next" }} />);
    await userEvent.click(screen.getByRole("button", { name: "Show more group requests" }));
    expect(await screen.findByText("Trip")).toBeVisible();
  });
});

const invitations = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...groupRequest,
    _id: `${at}`,
    groupId: { ...groupRequest.groupId, title: `Trip ${at}` },
  }));

test("above the list of groups, many invitations are folded after the first three, in the HTML", async () => {
  groups = invitations(13);
  showScreen(ana, () => <GroupRequests requests={all(groups)} folded />);
  expect(screen.getAllByText(/invited you to join/)).toHaveLength(13);
  const [, , last, folded] = screen.getAllByText(/invited you to join/);
  expect(last).toBeVisible();
  expect(folded).not.toBeVisible();
  await userEvent.click(screen.getByText("Show all 13 invitations"));
  expect(folded).toBeVisible();
});

test("a single invitation more is not folded, and none on the screen of requests", () => {
  groups = invitations(4);
  const { unmount } = showScreen(ana, () => <GroupRequests requests={all(groups)} folded />);
  expect(screen.queryByRole("group")).toBeNull();
  unmount();
  groups = invitations(13);
  show();
  expect(screen.queryByRole("group")).toBeNull();
});

test("of more invitations than are loaded, the number is not shown", () => {
  groups = invitations(5);
  showScreen(ana, () => <GroupRequests requests={{ rows: groups, nextCursor: "5" }} folded />);
  expect(screen.getByText("Show more invitations")).toBeVisible();
});

test("an answer that comes when the user has logged out is no error", async () => {
  let response = (): void => undefined;
  change = () =>
    new Promise<FakeResponse>((resolve) => (response = () => resolve({ body: { success: true } })));
  const { unmount } = show();
  await userEvent.click(screen.getByRole("button", { name: "Accept the friend request from Ben Okafor" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  unmount();
  expect(await uncaughtAfter(response)).toEqual([]);
});
