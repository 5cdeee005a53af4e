import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useLayoutEffect, type ReactNode } from "react";
import { fakeApi, offline, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, group } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { call } from "@/lib/client/call";
import { ShownRevision } from "./keep-current";
import { announceSettlementsChanged } from "./settlements-changed";

let sent: Sent[] = [];
/** The polls, by their time. */
let polls: number[];
let response: () => FakeResponse | undefined;
/** The server's revision. */
let revision: string;
let poll: () => FakeResponse;
/** What else the screen shows. */
let content: ReactNode;

beforeEach(() => {
  jest.useFakeTimers();
  response = () => ({ body: [] });
  revision = "7-a";
  poll = () => ({ body: { revision } });
  content = null;
  polls = [];
  sent = [];
  fakeApi((request) => {
    if (request.path === "/api/users/revision") {
      polls.push(Date.now());
      return poll();
    }
    sent.push(request);
    return response();
  });
  show();
});
const show = () =>
  showScreen(ana, () => (
    <main id="main">
      <ShownRevision revision={revision} />
      {content}
    </main>
  ));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const comeBack = () => window.dispatchEvent(new Event("focus"));

test("focus reloads the requests, then the screen; at once, and once for simultaneous events", async () => {
  await pass(1000);
  expect(sent).toEqual([]);
  comeBack();
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(sent.map(({ path }) => path)).toEqual(["/api/users/friends/requests", "/api/groups/requests"]);
  expect(router.refresh).toHaveBeenCalledTimes(1);

  comeBack();
  await pass(1999);
  expect(router.refresh).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(router.refresh).toHaveBeenCalledTimes(2);
});

test("a guest, who has no requests, reads the group; the screen is refreshed, also if the group is gone", async () => {
  cleanup();
  showScreen({ ...ana, guest: true }, () => null);
  for (const [count, given] of [{ body: group }, refusal(404, "not-found", "Not found")].entries()) {
    response = () => given;
    comeBack();
    await pass(2000);
    expect(sent.at(-1)?.path).toBe(`/api/groups/${group._id}`);
    expect(sent).toHaveLength(count + 1);
    expect(router.refresh).toHaveBeenCalledTimes(count + 1);
  }
});

const refreshes = () => router.refresh.mock.calls.length;
const news = () => screen.queryByRole("button", { name: /new$/i });
const scrollTo = (top: number) => {
  Object.defineProperty(window, "scrollY", { configurable: true, value: top });
};
afterEach(() => scrollTo(0));

test("a visible screen asks every 3 seconds, and is refreshed once if somebody has changed something", async () => {
  await pass(10_000);
  expect([polls.length, sent.length, refreshes()]).toEqual([3, 0, 0]);
  revision = "8-b";
  await pass(3_000);
  expect([polls.length, refreshes()]).toEqual([4, 1]);
  expect(sent.map(({ path }) => path)).toEqual(["/api/users/friends/requests", "/api/groups/requests"]);
  await pass(10_000);
  expect([refreshes(), news()]).toEqual([1, null]);
});

test("a screen that does not note what it shows is refreshed once for each change", async () => {
  router.refresh.mockImplementation(() => {});
  for (const [count, now] of ["8-b", "9-c"].entries()) {
    revision = now;
    await pass(12_000);
    expect(refreshes()).toBe(count + 1);
  }
});

test.each([
  ["touched", () => fireEvent.keyDown(window, { key: "Tab" })],
  ["looked at again", comeBack],
])("untouched for five minutes, it asks every 30 seconds, until it is %s", async (_how, wake) => {
  await pass(310_000);
  polls = [];
  await pass(120_000);
  expect(polls).toHaveLength(4);
  polls = [];
  wake();
  await pass(13_000);
  expect(polls.length).toBeGreaterThanOrEqual(4);
});

test("a poll that fails once is repeated soon; after that, every 30 seconds", async () => {
  poll = () => refusal(503, "unavailable", "Later");
  await pass(7_000);
  expect(polls).toHaveLength(2);
  await pass(24_000);
  expect(polls).toHaveLength(2);
  await pass(9_000);
  expect([polls.length, refreshes()]).toEqual([3, 0]);
});

test("a poll without an answer, in a tunnel for example, does not end the polls", async () => {
  jest.spyOn(globalThis, "fetch").mockImplementation((path) => {
    if (path === "/api/users/revision") polls.push(Date.now());
    return new Promise(() => {});
  });
  await pass(70_000);
  expect(polls).toHaveLength(3);
});

test("nothing moves under the finger, and for a second after it", async () => {
  await pass(2_500);
  revision = "8-b";
  fireEvent.pointerDown(document.body);
  await pass(8_000);
  expect(refreshes()).toBe(0);
  fireEvent.pointerUp(document.body);
  await pass(900);
  expect(refreshes()).toBe(0);
  await pass(1_200);
  expect(refreshes()).toBe(1);
});

test("what is new waits behind a button while the list is scrolled", async () => {
  jest.spyOn(window, "scrollTo").mockImplementation(() => scrollTo(0));
  scrollTo(200);
  revision = "8-a";
  await pass(4_000);
  expect([refreshes(), news()?.textContent]).toEqual([0, "1 new"]);
  revision = "9-a";
  await pass(3_000);
  expect([refreshes(), news()?.textContent]).toEqual([0, "2 new"]);
  fireEvent.click(news()!);
  await pass(0);
  expect([refreshes(), window.scrollY, news()]).toEqual([1, 0, null]);
  expect(document.getElementById("main")).toHaveFocus();
});

test("the button says so if nothing can be loaded, and is gone while the device is offline", async () => {
  jest.spyOn(window, "scrollTo").mockImplementation(() => {});
  jest.spyOn(console, "error").mockImplementation(() => {});
  scrollTo(200);
  revision = "30-b";
  await pass(4_000);
  // A group came with its past.
  expect(news()?.textContent).toBe("New");
  response = () => refusal(503, "unavailable", "Later");
  fireEvent.click(news()!);
  await pass(0);
  expect(screen.getByText("Something went wrong. Please try again.")).toBeVisible();
  await pass(4_000);
  expect(news()).toBeVisible();
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await pass(1_000);
  expect(news()).toBeNull();
});

test("… until the user scrolls back, or the screen is refreshed otherwise", async () => {
  scrollTo(200);
  revision = "6-b";
  await pass(4_000);
  expect(news()?.textContent).toBe("New");
  scrollTo(0);
  await pass(1_000);
  expect([refreshes(), news()]).toEqual([1, null]);
  scrollTo(200);
  revision = "8-c";
  await pass(4_000);
  expect(news()).toBeVisible();
  comeBack();
  await pass(1_000);
  expect([refreshes(), news()]).toEqual([2, null]);
});

test.each<[string, ReactNode, string | undefined]>([
  ["a form screen", <form key="" />, undefined],
  ["what a reload would lose", <div key="" data-keep-screen />, undefined],
  ["an open dialog", <dialog key="" open />, undefined],
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- it has the focus
  ["a comment being written", <textarea key="" autoFocus />, "New"],
])("%s is not rendered again while it is open", async (_what, open, button) => {
  cleanup();
  content = open;
  show();
  revision = "8-b";
  await pass(10_000);
  expect([refreshes(), news()?.textContent]).toEqual([0, button]);
  cleanup();
  revision = "7-a";
  content = null;
  show();
  revision = "8-b";
  await pass(4_000);
  expect(refreshes()).toBe(1);
});

test("what a reload would lose is not refreshed on focus either, but afterwards", async () => {
  cleanup();
  content = <div data-keep-screen />;
  show();
  comeBack();
  await pass(2_000);
  expect([sent, refreshes()]).toEqual([[], 0]);
  cleanup();
  content = null;
  show();
  comeBack();
  await pass(2_000);
  expect(refreshes()).toBe(1);
});

test("if the calls fail, the screen stays as it is, and the error is only logged", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  response = () => undefined;
  comeBack();
  await pass(0);
  expect(sent).toHaveLength(2);
  expect(router.refresh).not.toHaveBeenCalled();
  expect(log).toHaveBeenCalledWith("/api/groups/requests could not be loaded.", expect.anything());
});

test.each([
  ["hidden", () => jest.spyOn(document, "hidden", "get").mockReturnValue(true)],
  ["offline", () => jest.spyOn(navigator, "onLine", "get").mockReturnValue(false)],
])("%s, nothing is requested", async (_label, become) => {
  become();
  comeBack();
  await pass(120_000);
  expect([sent, polls]).toEqual([[], []]);
  expect(router.refresh).not.toHaveBeenCalled();
});

test("changed settlements refresh the screen", () => {
  act(() => announceSettlementsChanged());
  act(() => void window.dispatchEvent(new Event("settlementsChanged")));
  expect(router.refresh).toHaveBeenCalledTimes(2);
});

test.each([
  ["without an answer", offline],
  ["with a broken answer", { status: 200, body: undefined }],
])("a change %s may have been made: the screen is refreshed", async (_what, lost) => {
  const others = response;
  response = () => lost;
  await expect(
    call("PUT /api/settlements/{id}/settle", {
      params: { id: "1" },
      body: { settled: true },
      idempotencyKey: null,
    }),
  ).rejects.toThrow();
  response = others;
  await pass(0);
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

test("a reading without an answer refreshes nothing", async () => {
  response = () => offline;
  await expect(call("GET /api/groups")).rejects.toThrow();
  await pass(0);
  expect(sent).toHaveLength(1);
});

test("screens of a user that go ask for nothing more, although React ends their other effects later", async () => {
  cleanup();
  const { rerender } = show();
  comeBack();
  await pass(0);
  sent = [];
  comeBack();
  function Next() {
    useLayoutEffect(() => jest.advanceTimersByTime(2000), []);
    return null;
  }
  rerender(<Next />);
  await pass(0);
  expect(sent).toEqual([]);
});

// The last one: the time of a write stays.
test("one's own change is no news", async () => {
  scrollTo(200);
  let arrived = (): void => undefined;
  const others = globalThis.fetch;
  jest
    .spyOn(globalThis, "fetch")
    .mockImplementation((path, init) =>
      init?.method === "POST"
        ? new Promise((resolve) => (arrived = () => resolve(Response.json({ _id: "1" }))))
        : others(path, init),
    );
  const change = call("POST /api/groups/{groupId}/guests", {
    params: { groupId: "1" },
    body: { name: "Nina" },
    idempotencyKey: null,
  });
  revision = "8-a";
  await pass(7_000);
  expect(news()).toBeNull();
  arrived();
  await act(() => change);
  await pass(2_000);
  expect(news()).toBeNull();
  // Its screen has not come.
  await pass(4_000);
  expect(news()?.textContent).toBe("1 new");
});

test.each([
  ["a screen that nobody touches asks seldom", null, 2],
  ["table mode, which nobody touches, keeps asking", <p key="live" data-live />, 15],
])("%s", async (_what, shown, least) => {
  cleanup();
  content = shown;
  show();
  await pass(400_000);
  polls = [];
  await pass(60_000);
  expect(polls.length).toBeGreaterThanOrEqual(least);
  if (!shown) expect(polls.length).toBeLessThan(5);
});
