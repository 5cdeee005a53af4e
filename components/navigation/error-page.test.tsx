import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, type Answer, type Sent } from "@/components/testing/fake-api";
import { ana } from "@/components/testing/fixtures";
import { router, showScreen } from "@/components/testing/show-screen";
import { ErrorPage } from "./error-page";

const ok: Answer = { body: { ok: true } };
const unhealthy: Answer = { status: 503, body: { ok: false } };
let health: Answer;
let sent: Sent[];
beforeEach(() => {
  health = offline;
  sent = fakeApi(() => health);
});
afterEach(() => jest.useRealTimers());

test.each([
  ["a screen", "/groups/1", "Something went wrong. Please try again."],
  ["an expense for editing", "/groups/1/events/2/edit-expense/3", "Failed to load data."],
])("%s that cannot be loaded: the words of the spec, logged, and another try", async (_, path, words) => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const error = Object.assign(new Error("no database"), { digest: "4711" });
  const reset = jest.fn();
  showScreen(ana, () => <ErrorPage error={error} reset={reset} />, path);
  expect(screen.getByRole("heading", { name: words })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("4711");
  expect(screen.queryByText(/no database/)).toBeNull();
  expect(log).toHaveBeenCalledWith(error);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(router.refresh).toHaveBeenCalledTimes(1);
  expect(reset).toHaveBeenCalledTimes(1);
});

test("goes away by itself once the server answers again, and is not tried over and over", async () => {
  jest.useFakeTimers();
  jest.spyOn(console, "error").mockImplementation(() => {});
  const reset = jest.fn();
  const pass = () => act(() => jest.advanceTimersByTimeAsync(3000));
  showScreen(ana, () => <ErrorPage error={new Error("no line")} reset={reset} />);
  await pass();
  health = unhealthy;
  await pass();
  expect(reset).not.toHaveBeenCalled();
  health = ok;
  await pass();
  expect(reset).toHaveBeenCalledTimes(1);
  await pass();
  expect(reset).toHaveBeenCalledTimes(1);

  health = offline;
  await pass();
  health = ok;
  await pass();
  expect(reset).toHaveBeenCalledTimes(2);
});

test("a hidden tab does not ask whether the server answers again", async () => {
  jest.useFakeTimers();
  jest.spyOn(console, "error").mockImplementation(() => {});
  const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
  const reset = jest.fn();
  showScreen(ana, () => <ErrorPage error={new Error("no line")} reset={reset} />);
  const asked = () => sent.filter(({ path }) => path === "/api/health");
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(asked()).toEqual([]);
  hidden.mockReturnValue(false);
  health = ok;
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(asked()).toHaveLength(1);
});
