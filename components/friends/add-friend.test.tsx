import { act, fireEvent, screen, within } from "@testing-library/react";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, dan } from "@/testing/components/fixtures";
import { loseFocus } from "@/testing/components/lose-focus";
import { showScreen } from "@/testing/components/show-screen";
import { uncaughtAfter } from "@/testing/components/uncaught";
import { whole } from "@/testing/components/whole-text";
import type { Link } from "@/lib/contract/links";
import { AddFriend } from "./add-friend";

const urlOf = (id: number) => `https://evenly.test/join/AbCdEf0123456789_-AbC${id}`;
const url = urlOf(0);
let made = 0;
let links: Link[] = [];
const relationships = { [cleo._id]: "friends", [dan._id]: "requested" } as const;
let sent: Sent[] = [];
let search: () => FakeResponse | undefined = () => ({ body: [] });
let request: () => FakeResponse | Promise<FakeResponse> | undefined = () => undefined;
const searches = () => sent.filter(({ path }) => path.includes("/search"));

beforeEach(() => {
  jest.useFakeTimers();
  search = () => ({ body: [{ ...ben, email: "ben****@demo.test" }] });
  sent = fakeApi(({ path, method }) => {
    if (path.includes("/search")) return search();
    if (path === "/api/users/links") {
      const _id = `link${made}`;
      links = [
        { _id, createdBy: ana, createdAt: "", expiresAt: "2026-03-21T00:00:00.000Z", uses: 0, guest: null },
      ];
      return { body: { _id, url: urlOf(made++), expiresAt: links[0]!.expiresAt } };
    }
    if (method === "DELETE") {
      links = [];
      return { body: { success: true } };
    }
    if (method === "POST") {
      const response = request() ?? { status: 500, body: undefined };
      return Promise.resolve().then(() => {
        act(loseFocus);
        return response;
      });
    }
    return { body: [] };
  });
});

afterEach(() => jest.useRealTimers());

const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const type = (value: string) => fireEvent.change(screen.getByLabelText("Email"), { target: { value } });

let pending = { total: 2, friend: 1, group: 1 };
beforeEach(() => {
  [made, links] = [0, []];
  pending = { total: 2, friend: 1, group: 1 };
});

async function show() {
  const screens = showScreen(ana, () => (
    <AddFriend counts={pending} relationships={relationships} links={links} />
  ));
  expect(screen.getByRole("link", { name: "Requests (2)" })).toHaveAttribute("href", "/requests");
  await wait(0);
  return screens;
}

test("searches after half a second without typing", async () => {
  await show();
  type("be");
  type("ben");
  expect(screen.getByText("Searching...")).toBeVisible();
  await wait(499);
  expect(searches()).toEqual([]);
  await wait(1);
  expect(searches().map(({ path }) => path)).toEqual(["/api/users/search?query=ben"]);
  expect(screen.getByText("Ben Okafor")).toBeVisible();
  expect(screen.getByRole("listitem")).toHaveTextContent("ben****@demo.test");
});

test.each([
  ["one's own address", " Me@Demo.test", "That's you."],
  ["another one", "you@demo.test", "No user found."],
])("a search for %s finds nobody", async (_, query, text) => {
  search = () => ({ body: [] });
  await show();
  type(query);
  await wait(500);
  expect(screen.getByText(text)).toBeVisible();
});

test("Enter closes the keyboard of a phone, which covers the results", async () => {
  await show();
  const field = screen.getByLabelText("Email");
  field.focus();
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(field).toHaveFocus();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(field).not.toHaveFocus();
});

test("a blank query sends no request and shows nothing", async () => {
  await show();
  type("ben");
  await wait(500);
  type("   ");
  await wait(2000);
  expect(searches()).toHaveLength(1);
  expect(screen.queryByText("Ben Okafor")).toBeNull();
  expect(screen.queryByText("No user found.")).toBeNull();
});

test.each([
  ["nobody", (): FakeResponse => ({ body: [] })],
  ["a failure", (): FakeResponse => refusal(429, "rate-limited", "Too many requests.")],
])("%s shows 'No user found.', and only a failure is logged", async (name, respond) => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  search = respond;
  await show();
  type("nob");
  await wait(500);
  expect(screen.getByText("No user found.")).toBeVisible();
  const failures =
    name === "a failure" ? [["/api/users/search?query=nob could not be loaded.", expect.anything()]] : [];
  expect(log.mock.calls).toEqual(failures);
});

test("a late answer does not replace a newer one", async () => {
  let late: (response: FakeResponse) => void = () => {};
  const responses = [
    () => new Promise<FakeResponse>((resolve) => (late = resolve)),
    () => Promise.resolve({ body: [{ ...cleo, email: "cle****@demo.test" }] }),
  ];
  fakeApi(({ path }) => (path.includes("/search") ? responses.shift()!() : { body: [] }));
  await show();
  type("ben");
  await wait(500);
  type("cle");
  await wait(500);
  late({ body: [{ ...ben, email: "ben****@demo.test" }] });
  await wait(0);
  expect(within(screen.getByRole("list")).getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByText("Cleo Marsh")).toBeVisible();
});

test("user-plus sends one request and becomes a clock", async () => {
  request = () => ({ body: { success: true, _id: "1", accepted: false } });
  await show();
  type("ben");
  await wait(500);
  fireEvent.click(screen.getByRole("button", { name: "Send a friend request to Ben Okafor" }));
  await wait(0);
  expect(sent.filter(({ method }) => method === "POST")).toEqual([
    {
      method: "POST",
      path: "/api/users/friends/request",
      body: { to: ben._id, from: ana._id },
      key: expect.stringMatching(/^\w{32}$/),
    },
  ]);
  expect(screen.getByRole("img", { name: "Request sent" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Request sent to Ben Okafor");
  expect(screen.queryByRole("button", { name: /Send a friend request/ })).toBeNull();
});

test("a request to someone who has sent one accepts theirs, and the pending requests are counted again", async () => {
  request = () => {
    pending = { total: 1, friend: 0, group: 1 };
    return { body: { success: true, _id: "1", accepted: true } };
  };
  await show();
  type("ben");
  await wait(500);
  fireEvent.click(plus()!);
  await wait(0);
  expect(screen.getByText(whole("You and Ben Okafor are friends now"))).toBeVisible();
  expect(screen.getByRole("link", { name: "Requests (1)" })).toBeVisible();
});

test("an answer that comes when the user has logged out is no error", async () => {
  let response = (): void => undefined;
  const accepted = { body: { success: true, _id: "1", accepted: true } };
  request = () => new Promise<FakeResponse>((resolve) => (response = () => resolve(accepted)));
  const { unmount } = await show();
  type("ben");
  await wait(500);
  fireEvent.click(plus()!);
  await wait(0);
  unmount();
  jest.useRealTimers();
  expect(await uncaughtAfter(response)).toEqual([]);
});

const plus = () => screen.queryByRole("button", { name: "Send a friend request to Ben Okafor" });

async function ask() {
  await show();
  type("ben");
  await wait(500);
  plus()!.focus();
  fireEvent.click(plus()!);
  await wait(0);
  // The focus moves after the response is shown.
  await wait(0);
}

test.each([
  ["the server's reason", () => refusal(429, "rate-limited", "Too many requests."), "Too many requests."],
  ["a sentence of our own where it gives none", () => undefined, "Failed to send friend request"],
])("a refused request shows %s for 3 seconds", async (_name, respond, message) => {
  request = respond;
  await ask();
  expect(screen.getByRole("alert")).toHaveTextContent(message);
  await wait(2999);
  expect(screen.getByRole("alert")).toBeVisible();
  await wait(1);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(plus()).toBeEnabled();
  expect(plus()).toHaveFocus();
});

test.each([
  ["Request already sent.", "already-requested", "Request sent"],
  ["You are already friends.", "already-friends", "Already friends"],
])("the refusal '%s' is shown for 3 seconds, and the request state stays", async (message, code, mark) => {
  request = () => refusal(409, code, message);
  await ask();
  expect(screen.getByRole("alert")).toHaveTextContent(message);
  expect(screen.getByRole("img", { name: mark })).toBeVisible();
  await wait(3000);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("img", { name: mark })).toBeVisible();
  type("ben.");
  await wait(500);
  expect(screen.getByRole("img", { name: mark })).toBeVisible();
  expect(plus()).toBeNull();
});

test("after sending a request, the focus is on the person's name", async () => {
  request = () => ({ body: { success: true, _id: "1", accepted: false } });
  await ask();
  expect(screen.getByRole("link", { name: "Ben Okafor" })).toHaveFocus();
});

test.each([
  [cleo, "Already friends"],
  [dan, "Request sent"],
])("among the results, $name is marked: %s", async (person, mark) => {
  search = () => ({ body: [{ ...person, email: "xyz****@demo.test" }] });
  await show();
  type("xyz");
  await wait(500);
  expect(screen.getByRole("img", { name: mark })).toBeVisible();
});

describe("an invitation with a link that makes friends", () => {
  const offer = (name: "share" | "clipboard", value: unknown) =>
    Object.defineProperty(navigator, name, { value, configurable: true });
  afterEach(() => {
    Reflect.deleteProperty(navigator, "share");
    Reflect.deleteProperty(navigator, "clipboard");
  });

  async function invite() {
    await show();
    fireEvent.click(screen.getByRole("button", { name: "Send an invitation" }));
    await wait(0);
  }

  test("uses the share sheet; closing it shows no message", async () => {
    const share = jest.fn().mockRejectedValue(new DOMException("closed", "AbortError"));
    offer("share", share);
    await invite();
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url }));
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Send an invitation" }));
    await wait(0);
    // The same link once more.
    expect(share).toHaveBeenCalledTimes(2);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/users/links"]);
  });

  test("shares a new link if the first one was revoked", async () => {
    const share = jest.fn().mockResolvedValue(undefined);
    offer("share", share);
    await invite();
    fireEvent.click(screen.getByRole("button", { name: "Revoke Your link" }));
    await wait(0);
    fireEvent.click(screen.getByRole("button", { name: "Send an invitation" }));
    await wait(0);
    expect(share.mock.calls).toMatchObject([[{ url }], [{ url: urlOf(1) }]]);
  });

  test("copies a link without a share sheet", async () => {
    const writeText = jest.fn().mockResolvedValue(undefined);
    offer("clipboard", { writeText });
    await invite();
    expect(writeText).toHaveBeenCalledWith(url);
    expect(screen.getByRole("alert")).toHaveTextContent("Link copied. Send it to your friend.");
  });

  test("shows the link if it cannot be copied", async () => {
    await invite();
    expect(screen.getByRole("alert")).toHaveTextContent(url);
  });
});
