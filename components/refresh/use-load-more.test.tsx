import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { type FakeResponse, fakeApi } from "@/testing/components/fake-api";
import { ana } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { useLoadMore } from "./use-load-more";

const rendered = [{ _id: "a" }];
let pages: Record<string, FakeResponse | Promise<FakeResponse>>;

beforeEach(() => {
  pages = {
    1: { body: [{ _id: "b" }], headers: { "X-Next-Cursor": "2" } },
    2: { body: [{ _id: "c" }] },
  };
  fakeApi(({ path }) => pages[path.split("cursor=")[1]!]);
  showScreen(ana, () => <Screens />);
});

/** A list, and a button that leaves it, and comes back. */
function Screens() {
  const [here, setHere] = useState(true);
  return (
    <>
      <button onClick={() => setHere(!here)}>Leave or return</button>
      {here ? <List /> : null}
    </>
  );
}

function List() {
  const { rows, more } = useLoadMore(
    "GET /api/expenses",
    { query: { eventId: "1" } },
    rendered,
    "1",
    (page) => page.map(({ _id }) => ({ _id })),
  );
  const { hasMore, loading, failed, onLoad } = more;
  return (
    <>
      <p>{rows.map(({ _id }) => _id).join(" ") + (loading ? " …" : failed ? " !" : hasMore ? " +" : "")}</p>
      <button onClick={onLoad}>More</button>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("pages are still shown when the user comes back, and loaded again", async () => {
  await press("More");
  expect(await screen.findByText("a b +")).toBeVisible();
  await press("More");
  expect(await screen.findByText("a b c")).toBeVisible();
  await press("Leave or return");
  let respond = (_: FakeResponse) => {};
  pages[1] = new Promise((resolve) => (respond = resolve));
  await press("Leave or return");
  expect(screen.getByText("a b c")).toBeVisible();
  respond({ body: [{ _id: "d" }], headers: { "X-Next-Cursor": "2" } });
  expect(await screen.findByText("a d c")).toBeVisible();
});

test("a page that fails keeps those before it, and is loaded at the next press", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const second = pages[2]!;
  pages[2] = { status: 500, body: undefined };
  await press("More");
  expect(await screen.findByText("a b +")).toBeVisible();
  await press("More");
  expect(await screen.findByText("a b !")).toBeVisible();
  expect(log).toHaveBeenCalledWith(expect.stringMatching(/expenses.*could not be loaded/), expect.anything());
  pages[2] = second;
  await press("More");
  expect(await screen.findByText("a b c")).toBeVisible();
});
