import { act } from "@testing-library/react";
import { fakeApi, type Answer, type Sent } from "@/components/testing/fake-api";
import { ana } from "@/components/testing/fixtures";
import { router, showScreen } from "@/components/testing/show-screen";
import { announceSettlementsChanged } from "@/components/settlements/settlements-changed";

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

test("coming back asks for the requests first, then for the screen; at once, and for all that happens once", async () => {
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

test("a screen that is left alone is refreshed once a minute", async () => {
  await pass(59_999);
  expect(router.refresh).not.toHaveBeenCalled();
  await pass(2);
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

test("where the calls fail the screen stays as it is, and that is only logged", async () => {
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
])("%s, nothing is asked", async (_label, become) => {
  become();
  comeBack();
  await pass(120_000);
  expect(sent).toEqual([]);
  expect(router.refresh).not.toHaveBeenCalled();
});

test("settlements that have changed are shown at once, unless another screen comes anyway", () => {
  announceSettlementsChanged({ leaving: true });
  expect(router.refresh).not.toHaveBeenCalled();
  announceSettlementsChanged();
  window.dispatchEvent(new Event("settlementsChanged"));
  expect(router.refresh).toHaveBeenCalledTimes(2);
});
