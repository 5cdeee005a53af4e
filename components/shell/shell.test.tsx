import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { call } from "@/lib/client/call";
import { changeUnsent } from "@/components/offline/outbox";
import { storeUser } from "@/components/session/local-storage";
import { saveReturnPath, takeReturnPath } from "@/components/session/return-path";
import { fakeApi, refusal, type FakeResponse } from "@/testing/components/fake-api";
import { ana, ben } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { Page } from "@/components/ui/page";
import { FormNotice } from "@/components/forms/form-notice";
import { OfflineBanner } from "@/components/offline/offline-banner";
import { OfflineScreen } from "./offline-screen";
import { ResumeAfterSignIn } from "./resume-after-sign-in";
import { SessionBanner } from "./session-banner";
import { TopBar } from "./top-bar";

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
  fakeApi(() => ({ body: [] }));
});

test.each([
  ["/groups/1/edit", "Groups"],
  ["/create-group", "Groups"],
  ["/add-friend", "Friends"],
  ["/activity", "Friends"],
  ["/requests", "Friends"],
  ["/account", "Account"],
])("on %s the bar marks %s", async (where, name) => {
  showScreen(ana, () => <TopBar counts={{ total: 0, friend: 0, group: 0 }} />, where);
  const current = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(current.map(({ textContent }) => textContent)).toEqual([name]);
  await act(async () => {});
});

test("skipping to the content adds nothing to the history", async () => {
  showScreen(ana, () => (
    <>
      <TopBar counts={{ total: 0, friend: 0, group: 0 }} />
      <Page>
        <button>Next</button>
      </Page>
    </>
  ));
  const entries = history.length;
  await userEvent.click(screen.getByRole("link", { name: "Skip to content" }));
  expect(screen.getByRole("main")).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "Next" })).toHaveFocus();
  expect(history).toHaveLength(entries);
  expect(location.hash).toBe("");
});

test("the offline page shows the section, and waiting expenses, of the screen it stands in for, and leads home", () => {
  history.replaceState(null, "", "/friends/1/claim");
  storeUser({ ...ana, email: "ana@demo.test", picture: "" });
  const item = {
    title: "Taxi",
    call: "POST /api/expenses",
    entered: {},
    form: "/add",
    body: {},
    at: 1,
  } as const;
  changeUnsent(ana._id, "k", { is: "entered", item: { ...item, key: "k" } });
  const { unmount } = render(<OfflineScreen />);
  expect(screen.getByRole("link", { name: "Groups" })).toHaveAttribute("aria-current", "page");
  expect(screen.getByText("1 expense waiting to be sent.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/friends");
  unmount();
  history.replaceState(null, "", "/friends");
  storeUser({ ...ben, email: "ben@demo.test", picture: "" });
  render(<OfflineScreen />);
  expect(screen.queryByText("1 expense waiting to be sent.")).toBeNull();
  expect(screen.queryByRole("link", { name: "Go to home" })).toBeNull();
});

test("shows the offline banner until online again", async () => {
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  showScreen(ana, () => <OfflineBanner noun="expense" />);
  expect(screen.getByRole("status")).toHaveTextContent("You're offline.");
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  online.mockRestore();
});

test("a call refused without a session offers to sign in and return", async () => {
  fakeApi(() => refusal(401, "unauthenticated", "Please sign in."));
  showScreen(ana, () => <SessionBanner />);
  expect(screen.queryByRole("alert")).toBeNull();
  await act(() => call("GET /api/groups").catch(() => {}));
  expect(screen.getByRole("alert")).toHaveTextContent("Please sign in again to continue.");
  history.replaceState(null, "", "/add-expense?copy=1");
  // jsdom cannot follow the link.
  window.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await userEvent.click(screen.getByRole("link", { name: "Sign in" }));
  expect(takeReturnPath(ana._id)).toBe("/add-expense?copy=1");
});

test("a guest whose session has ended reads who has a new link, and is not offered to sign in", async () => {
  fakeApi(() => refusal(401, "unauthenticated", "Please sign in."));
  const problem = { field: null, message: "Please sign in.", sessionExpired: true };
  showScreen({ ...ana, guest: true }, () => (
    <>
      <SessionBanner />
      <FormNotice problem={problem} />
    </>
  ));
  await act(() => call("GET /api/groups").catch(() => {}));
  expect(screen.getAllByText(/Ask a member of the group for a new link\./)).toHaveLength(2);
  expect(screen.queryByRole("link")).toBeNull();
});

test("the offer to sign in disappears when a call succeeds: another tab signed in", async () => {
  let response: FakeResponse = refusal(401, "unauthenticated", "Please sign in.");
  fakeApi(() => response);
  showScreen(ana, () => <SessionBanner />);
  const listGroups = () => act(() => call("GET /api/groups").catch(() => {}));
  await listGroups();
  response = refusal(500, "internal", "Something went wrong. Please try again.");
  await listGroups();
  expect(screen.getByRole("alert")).toBeVisible();
  response = { body: [] };
  await listGroups();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("after signing in again, the same user returns to the saved path, once", () => {
  saveReturnPath(ana._id, "/create-group");
  showScreen(ana, () => <ResumeAfterSignIn />);
  expect(router.replace).toHaveBeenCalledWith("/create-group");
  showScreen(ana, () => <ResumeAfterSignIn />);
  expect(router.replace).toHaveBeenCalledTimes(1);

  router.replace.mockClear();
  history.replaceState(null, "", "/add-expense?copy=1");
  saveReturnPath(ana._id, "/add-expense?copy=1");
  showScreen(ana, () => <ResumeAfterSignIn />);
  expect(router.replace).not.toHaveBeenCalled();

  saveReturnPath("somebody", "/create-group");
  showScreen(ana, () => <ResumeAfterSignIn />);
  expect(router.replace).not.toHaveBeenCalled();
});
