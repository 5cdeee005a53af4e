import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ana } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { ExpenseSearch } from "./expense-search";

const path = "/groups/g1/search";

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  history.replaceState(null, "", path);
});
afterEach(() => jest.useRealTimers());

async function search(text: string) {
  showScreen(
    ana,
    () => (
      <>
        <ExpenseSearch query="" status={null} />
        <a href="#result">Pizza</a>
      </>
    ),
    path,
  );
  await userEvent.type(screen.getByLabelText("Search expenses"), text);
}

const pause = () => act(() => jest.advanceTimersByTimeAsync(600));

test("the query goes to the URL after a pause", async () => {
  await search("piz & za");
  expect(router.replace).not.toHaveBeenCalled();
  await pause();
  expect(router.replace).toHaveBeenCalledTimes(1);
  expect(router.replace).toHaveBeenCalledWith(`${path}?q=piz%20%26%20za`, { scroll: false });
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
