import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ana, ben } from "@/testing/components/fixtures";
import { SESSION_ACTIVE_EVENT } from "@/lib/client/last-write";
import { router, showScreen } from "@/testing/components/show-screen";
import type { SearchFilter } from "@/lib/contract/expenses";
import { ExpenseSearch } from "./expense-search";

const path = "/search";

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  history.replaceState(null, "", path);
});
afterEach(() => jest.useRealTimers());

const groups = [{ _id: "64b000000000000000000009", title: "Flat" }];
const people = [{ _id: ben._id, name: ben.name }];

function show(filter: SearchFilter = { q: "" }) {
  return showScreen(
    ana,
    () => (
      <>
        <ExpenseSearch
          filter={{ ...filter }}
          groups={groups}
          event={undefined}
          people={people}
          status={null}
        />
        <a href="#result">Pizza</a>
      </>
    ),
    path,
  );
}

async function search(text: string) {
  show();
  await userEvent.type(screen.getByLabelText("Search expenses"), text);
}

const pause = () => act(() => jest.advanceTimersByTimeAsync(600));

test("the query goes to the URL after a pause", async () => {
  await search("piz & za");
  expect(router.replace).not.toHaveBeenCalled();
  await pause();
  expect(router.replace).toHaveBeenCalledTimes(1);
  expect(router.replace).toHaveBeenCalledWith(`${path}?q=piz+%26+za`, { scroll: false });
});

test("a link that is clicked in the pause leads on", async () => {
  await search("pizza");
  await userEvent.click(screen.getByRole("link", { name: "Pizza" }));
  await pause();
  expect(router.replace).not.toHaveBeenCalled();
});

test("a step back in the pause leads on", async () => {
  await search("pizza");
  history.replaceState(null, "", "/groups/g1");
  await pause();
  expect(router.replace).not.toHaveBeenCalled();
});

test("the filters go to the URL, too, and say what is chosen", async () => {
  show({ q: "pizza" });
  await userEvent.selectOptions(screen.getByLabelText("Group"), "Flat");
  await userEvent.selectOptions(screen.getByLabelText("Person"), "Ben Okafor");
  await userEvent.selectOptions(screen.getByLabelText("Category"), "dining");
  await userEvent.type(screen.getByLabelText("From"), "2026-01-31");
  await pause();
  const query = new URLSearchParams({
    q: "pizza",
    group: groups[0]!._id,
    person: ben._id,
    category: "dining",
    from: "2026-01-31",
  });
  expect(router.replace).toHaveBeenLastCalledWith(`${path}?${query}`, { scroll: false });
  expect(screen.getByText(/^Flat, Ben Okafor, Food & drinks, from Jan 31/)).toBeInTheDocument();
});

test("without a connection, it says so, stays, and searches when there is one", async () => {
  const onLine = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await search("pizza");
  await pause();
  expect(screen.getByRole("status")).toHaveTextContent("You're offline. Search needs a connection.");
  expect(router.replace).not.toHaveBeenCalled();
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event(SESSION_ACTIVE_EVENT)));
  await pause();
  expect(router.replace).toHaveBeenCalledTimes(1);
});

test("a link to another search replaces what was entered", async () => {
  const filter: SearchFilter = { q: "pizza" };
  show(filter);
  expect(screen.getByLabelText("Search expenses")).toHaveValue("pizza");
  filter.q = "";
  act(() => void router.refresh());
  expect(screen.getByLabelText("Search expenses")).toHaveValue("");
  await pause();
  expect(router.replace).not.toHaveBeenCalled();
});
