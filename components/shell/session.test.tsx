import { act, render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { fakeApi, type Sent } from "@/testing/components/fake-api";
import type { RequestCounts } from "@/lib/contract/requests";
import { CurrentUserProvider } from "@/components/session/current-user";
import { ForgetUser } from "@/components/session/forget-user";
import { toast, Toaster } from "@/components/ui/toast";
import { StoredUser } from "./stored-user";
import { useRequestCounts } from "./use-request-counts";

const refresh = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh }), usePathname: () => "/friends" }));

const ana = { _id: "64b000000000000000000001", name: "Ana", email: "ana@demo.test", picture: "" };

/** Simulates a storage change by another tab. */
const otherTab = (key: string | null, newValue: string | null) =>
  act(async () => {
    if (key !== null && newValue !== null) localStorage.setItem(key, newValue);
    else if (key !== null) localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  });

beforeEach(() => {
  localStorage.clear();
  refresh.mockReset();
});

const signedIn = (user: typeof ana) => (
  <CurrentUserProvider user={{ ...user, id: user._id }}>
    <StoredUser />
  </CurrentUserProvider>
);

describe("StoredUser", () => {
  it("stores the session's user, even over an invalid value", () => {
    localStorage.setItem("user", "{");
    render(signedIn(ana));
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(ana);
  });

  it("keeps what others have typed here, until they log out or it expires", () => {
    const until = Date.now() + 60_000;
    localStorage.setItem("evenly:draft:ben:/create-group", JSON.stringify({ until }));
    localStorage.setItem("evenly:draft:ben:outbox:1", JSON.stringify({ until }));
    localStorage.setItem("evenly:draft:ben:/groups", JSON.stringify({ until: 1 }));
    render(signedIn(ana));
    expect(Object.keys(localStorage).sort()).toEqual([
      "evenly:draft:ben:/create-group",
      "evenly:draft:ben:outbox:1",
      "user",
    ]);
  });

  it("refreshes when another tab signs out, or in as someone else, and only then", async () => {
    render(signedIn(ana));
    await otherTab("theme", null);
    await otherTab("user", JSON.stringify({ ...ana, name: "Ana Silva" }));
    expect(refresh).not.toHaveBeenCalled();
    await otherTab("user", null);
    expect(refresh).toHaveBeenCalledTimes(1);
    await otherTab(null, null);
    expect(refresh).toHaveBeenCalledTimes(2);
    await otherTab("user", JSON.stringify({ ...ana, _id: "64b000000000000000000002" }));
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  it.each([
    ["stays if the user has", ana, true, true],
    ["is emptied after they have logged out", null, true, false],
    ["is emptied after someone else has signed in", { ...ana, _id: "64b000000000000000000002" }, true, false],
    ["stays when it is only loading", null, false, true],
    ["is emptied after they have logged out, before /login runs scripts", ana, true, false, ana._id],
  ])("a page that the browser has kept %s", (_, stored, persisted, stays, left = "") => {
    // jsdom cannot reload.
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    render(signedIn(ana));
    if (stored) localStorage.setItem("user", JSON.stringify(stored));
    else localStorage.removeItem("user");
    const content = document.body.firstChild;
    document.cookie = `evenly.left=${left}`;
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));
    document.cookie = "evenly.left=; max-age=0";
    expect(document.body.firstChild).toBe(stays ? content : null);
    expect(log).toHaveBeenCalledTimes(stays ? 0 : 1);
    if (content) document.body.replaceChildren(content);
  });
});

it("ForgetUser clears the stored data", () => {
  for (const key of ["user", "friendRequests", "groupRequests"]) localStorage.setItem(key, "[]");
  render(<ForgetUser />);
  expect(localStorage).toHaveLength(0);
});

describe("useRequestCounts", () => {
  let lists: Record<string, unknown[] | undefined>;
  let sent: Sent[];

  beforeEach(() => {
    lists = { "/api/users/friends/requests": [], "/api/groups/requests": [] };
    sent = fakeApi(({ path }) => lists[path] && { body: lists[path] });
  });

  function Counts({ initial }: { initial: RequestCounts }) {
    const { total, friend, group } = useRequestCounts(initial);
    return <p>{`${total} = ${friend} + ${group}`}</p>;
  }
  const show = (initial: RequestCounts) =>
    render(
      <SWRConfig value={{ dedupingInterval: 0 }}>
        <CurrentUserProvider user={{ ...ana, id: ana._id }}>
          <Counts initial={initial} />
        </CurrentUserProvider>
      </SWRConfig>,
    );

  it("shows the server's counts, then those of the lists, and caches the lists", async () => {
    lists["/api/users/friends/requests"] = [{ _id: "1" }, { _id: "2" }];
    show({ total: 1, friend: 0, group: 1 });
    expect(screen.getByText("1 = 0 + 1")).toBeVisible();
    expect(await screen.findByText("2 = 2 + 0")).toBeVisible();
    await waitFor(() => expect(localStorage.getItem("friendRequests")).toBe('[{"_id":"1"},{"_id":"2"}]'));
    expect(localStorage.getItem("groupRequests")).toBe("[]");
  });

  it("counts again when another tab changed a cached list", async () => {
    show({ total: 0, friend: 0, group: 0 });
    await waitFor(() => expect(localStorage.getItem("groupRequests")).toBe("[]"));
    lists["/api/groups/requests"] = [{ _id: "3" }];
    await otherTab("groupRequests", "whatever it says");
    expect(await screen.findByText("1 = 0 + 1")).toBeVisible();
  });

  it.each([
    [
      "who signed in elsewhere nothing of the one before, but who they are",
      null,
      "You are now signed in as Ben.",
    ],
    ["nothing of the one who logged out", <ForgetUser key="login" />, null],
  ])("shows the next person %s: no counts, and no toasts", async (_, between, said) => {
    lists["/api/users/friends/requests"] = [{ _id: "1" }];
    const tab = (user: typeof ana | null) => (
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
        {user ? (
          <CurrentUserProvider user={{ ...user, id: user._id }}>
            <StoredUser />
            <Counts initial={{ total: 0, friend: 0, group: 0 }} />
            <Toaster />
          </CurrentUserProvider>
        ) : (
          between
        )}
      </SWRConfig>
    );
    const { rerender } = render(tab(ana));
    expect(await screen.findByText("1 = 1 + 0")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    act(() => void toast.success("Expense deleted"));
    if (between) rerender(tab(null));
    lists["/api/users/friends/requests"] = [];
    rerender(tab({ ...ana, _id: "64b000000000000000000002", name: "Ben" }));
    expect(screen.getByText("0 = 0 + 0")).toBeVisible();
    expect(screen.queryByRole("alert")?.textContent ?? null).toBe(said);
    await waitFor(() => expect(sent).toHaveLength(4));
    expect(await screen.findByText("0 = 0 + 0")).toBeVisible();
  });

  it("keeps the server's counts if the lists cannot be loaded, which is only logged", async () => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    lists = {};
    show({ total: 3, friend: 1, group: 2 });
    await waitFor(() => expect(sent).toHaveLength(2));
    await act(async () => {});
    expect(screen.getByText("3 = 1 + 2")).toBeVisible();
    expect(log).toHaveBeenCalledWith("/api/groups/requests could not be loaded.", expect.anything());
    expect(localStorage).toHaveLength(0);
  });
});
