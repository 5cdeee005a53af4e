import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { api } from "@/lib/api-client";
import { saveReturnPath, takeReturnPath } from "@/components/forms/form-draft";
import { fakeApi, refusal } from "@/components/testing/fake-api";
import { ana } from "@/components/testing/fixtures";
import { router, showScreen } from "@/components/testing/show-screen";
import { OfflineBanner } from "./offline-banner";
import { ResumeAfterSignIn } from "./resume-after-sign-in";
import { SessionBanner } from "./session-banner";
import { TopBar } from "./top-bar";

beforeEach(() => {
  localStorage.clear();
  fakeApi(() => ({ body: [] }));
});

test.each([
  ["/groups/1/edit", "Groups"],
  ["/create-group", "Groups"],
  ["/add-friend", "Friends"],
  ["/requests", "Friends"],
  ["/account", "Account"],
])("on %s the bar marks %s", async (where, name) => {
  showScreen(ana, () => <TopBar counts={{ total: 0, friend: 0, group: 0 }} />, where);
  const current = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(current.map(({ textContent }) => textContent)).toEqual([name]);
  await act(async () => {});
});

test("says when there is no connection, and stops saying so", async () => {
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  showScreen(ana, () => <OfflineBanner />);
  expect(screen.getByRole("status")).toHaveTextContent("You're offline.");
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  online.mockRestore();
});

test("any call that is refused because the session is over offers to sign in and come back", async () => {
  fakeApi(() => refusal(401, "unauthenticated", "Please sign in."));
  showScreen(ana, () => <SessionBanner />);
  expect(screen.queryByRole("alert")).toBeNull();
  await act(() => api.get("/api/groups").catch(() => {}));
  expect(screen.getByRole("alert")).toHaveTextContent("Please sign in again to continue.");
  await userEvent.click(screen.getByRole("link", { name: "Sign in" }));
  expect(takeReturnPath(ana._id)).toBe(location.pathname);
});

test("after signing in again one is brought back, once; somebody else is not", () => {
  saveReturnPath(ana._id, "/create-group");
  showScreen(ana, () => <ResumeAfterSignIn />);
  expect(router.replace).toHaveBeenCalledWith("/create-group");
  showScreen(ana, () => <ResumeAfterSignIn />);
  expect(router.replace).toHaveBeenCalledTimes(1);

  router.replace.mockClear();
  saveReturnPath("somebody", "/create-group");
  showScreen(ana, () => <ResumeAfterSignIn />);
  expect(router.replace).not.toHaveBeenCalled();
});
