import { act, cleanup } from "@testing-library/react";
import { fakeApi, offline, refusal, type Answer, type Sent } from "@/testing/components/fake-api";
import { ana, group } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { call } from "@/lib/client/call";
import { announceSettlementsChanged } from "./settlements-changed";

let sent: Sent[] = [];
let answer: () => Answer | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  answer = () => ({ body: [] });
  sent = fakeApi(() => answer());
  showScreen(ana, () => null);
});
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
    answer = () => given;
    comeBack();
    await pass(2000);
    expect(sent.at(-1)?.path).toBe(`/api/groups/${group._id}`);
    expect(sent).toHaveLength(count + 1);
    expect(router.refresh).toHaveBeenCalledTimes(count + 1);
  }
});

test("an idle screen is refreshed once a minute", async () => {
  await pass(59_999);
  expect(router.refresh).not.toHaveBeenCalled();
  await pass(2);
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

test("if the calls fail, the screen stays as it is, and the error is only logged", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  answer = () => undefined;
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
  expect(sent).toEqual([]);
  expect(router.refresh).not.toHaveBeenCalled();
});

test("changed settlements refresh the screen", () => {
  announceSettlementsChanged();
  window.dispatchEvent(new Event("settlementsChanged"));
  expect(router.refresh).toHaveBeenCalledTimes(2);
});

test.each([
  ["without an answer", offline],
  ["with a broken answer", { status: 200, body: undefined }],
])("a change %s may have been made: the screen is refreshed", async (_what, lost) => {
  const others = answer;
  answer = () => lost;
  await expect(
    call("PUT /api/settlements/{id}/settle", {
      params: { id: "1" },
      body: { settled: true },
      idempotencyKey: null,
    }),
  ).rejects.toThrow();
  answer = others;
  await pass(0);
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

test("a reading without an answer refreshes nothing", async () => {
  answer = () => offline;
  await expect(call("GET /api/groups")).rejects.toThrow();
  await pass(0);
  expect(sent).toHaveLength(1);
});
