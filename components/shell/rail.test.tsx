import { act, screen, within } from "@testing-library/react";
import { fakeApi } from "@/testing/components/fake-api";
import { ana } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { ShownRevision } from "@/components/refresh/keep-current";
import { Rail } from "./rail";

const group = { _id: "64b000000000000000000001", title: "Flat", icon: "/icon.png", balance: -5 };
const friend = { _id: "64b000000000000000000002", name: "Ben", picture: "", balance: 12.5 };

let balance: number;
let revision: string;
let onChange: (() => void) | undefined;
let matches: boolean;

beforeEach(() => {
  [balance, revision, matches] = [12.5, "1-a", true];
  window.matchMedia = () =>
    ({
      matches,
      addEventListener: (_: string, listener: () => void) => (onChange = listener),
      removeEventListener: () => (onChange = undefined),
    }) as unknown as MediaQueryList;
});
afterEach(() => Reflect.deleteProperty(window, "matchMedia"));

const show = (path: string) => {
  const sent = fakeApi(() => ({ body: { groups: [group], friends: [{ ...friend, balance }] } }));
  showScreen(
    ana,
    () => (
      <>
        <Rail />
        <ShownRevision revision={revision} />
      </>
    ),
    path,
  );
  return sent;
};
const nav = () => screen.getByRole("navigation", { name: "Groups and friends" });

test("a narrow window loads nothing, until it is wide", async () => {
  matches = false;
  const sent = show("/friends");
  await act(() => Promise.resolve());
  expect(sent).toEqual([]);
  expect(nav()).toBeEmptyDOMElement();
  matches = true;
  act(() => onChange!());
  expect(await within(nav()).findByRole("link", { name: /Flat/ })).toBeInTheDocument();
  expect(sent.map(({ path }) => path)).toEqual(["/api/users/overview"]);
});

test("groups and friends have their balances, and the current one is marked", async () => {
  show(`/groups/${group._id}/events/e1`);
  const flat = await within(nav()).findByRole("link", { name: "Flat you owe −$5.00" });
  expect(flat).toHaveAttribute("href", `/groups/${group._id}`);
  expect(flat).toHaveAttribute("aria-current", "true");
  const ben = within(nav()).getByRole("link", { name: "Ben owes you +$12.50" });
  expect(ben).toHaveAttribute("href", `/friends/${friend._id}`);
  expect(ben).not.toHaveAttribute("aria-current");
});

test("it is loaded again with a screen that has changed, and not with the same one", async () => {
  const sent = show(`/friends/${friend._id}`);
  const ben = await within(nav()).findByRole("link", { name: "Ben owes you +$12.50" });
  expect(ben).toHaveAttribute("aria-current", "page");
  act(() => void router.refresh());
  await act(() => Promise.resolve());
  expect(sent).toHaveLength(1);
  [balance, revision] = [0, "2-a"];
  act(() => void router.refresh());
  expect(await within(nav()).findByRole("link", { name: "Ben" })).toBeInTheDocument();
  expect(sent).toHaveLength(2);
});
