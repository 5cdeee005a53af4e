import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { notFound } from "next/navigation";
import { call } from "@/lib/client/call";
import { fakeApi, offline, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { CatchErrors } from "./catch-errors";
import { ErrorPage } from "./error-page";

const ok: FakeResponse = { body: { ok: true } };
const unhealthy: FakeResponse = { status: 503, body: { ok: false } };
let health: FakeResponse;
let sent: Sent[];
beforeEach(() => {
  health = offline;
  sent = fakeApi(() => health);
});
afterEach(() => jest.useRealTimers());

test.each([
  ["a screen", "/groups/1", "Something went wrong. Please try again."],
  ["an expense for editing", "/groups/1/events/2/edit-expense/3", "Failed to load data."],
])("%s that cannot be loaded: its own words, and another try", async (_, path, words) => {
  const error = Object.assign(new Error("no database"), { digest: "4711" });
  const reset = jest.fn();
  showScreen(ana, () => <ErrorPage error={error} reset={reset} />, path);
  expect(screen.getByRole("heading", { name: words })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("4711");
  expect(screen.queryByText(/no database/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(router.refresh).toHaveBeenCalledTimes(1);
  expect(reset).toHaveBeenCalledTimes(1);
});

test("goes away by itself once the server answers again, and is not tried over and over", async () => {
  jest.useFakeTimers();
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

test("says that the change before it was saved, also if the answer comes later, and not if it was refused", async () => {
  const change = () => call("DELETE /api/comments/{id}", { params: { id: "1" } });
  const said = () => screen.queryByText("Your last change was saved.");
  const show = () => showScreen(ana, () => <ErrorPage error={new Error("no such node")} reset={jest.fn()} />);
  const { unmount } = show();
  expect(said()).toBeNull();
  health = ok;
  await act(() => call("GET /api/groups"));
  expect(said()).toBeNull();
  await act(change);
  expect(said()).toBeVisible();
  expect(screen.getByRole("alert")).toContainElement(said());
  unmount();
  health = unhealthy;
  await expect(change()).rejects.toThrow();
  show();
  expect(said()).toBeNull();
});

test("a hidden tab does not ask whether the server answers again", async () => {
  jest.useFakeTimers();
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

test("stands in for a screen that cannot be rendered, until the next one is opened", async () => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  let broken = true;
  function Screen() {
    if (broken) throw new Error("no database");
    return <p>Here it is</p>;
  }
  const { rerender } = render(<Shown path="/groups/1" />);
  function Shown({ path }: { path: string }) {
    return (
      <AppRouterContext value={router}>
        <PathnameContext value={path}>
          <CatchErrors>
            <Screen />
          </CatchErrors>
        </PathnameContext>
      </AppRouterContext>
    );
  }
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  broken = false;
  rerender(<Shown path="/groups/1" />);
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  rerender(<Shown path="/groups/2" />);
  expect(screen.getByText("Here it is")).toBeVisible();
});

test("leaves what is not found to Next.js", () => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  const Gone = () => notFound();
  const show = () =>
    render(
      <PathnameContext value="/groups/1">
        <CatchErrors>
          <Gone />
        </CatchErrors>
      </PathnameContext>,
    );
  expect(show).toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});
