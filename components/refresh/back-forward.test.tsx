import { readdirSync, readFileSync } from "node:fs";
import { act } from "@testing-library/react";
import { ana } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { BackForward, RestorePosition } from "./back-forward";

// Simulates back and forward in Next.js, which would show its cached copy.
const kept = jest.fn();
const scrollTo = jest.spyOn(window, "scrollTo").mockImplementation(() => {});

beforeAll(() => window.addEventListener("popstate", kept));
afterEach(() => window.history.replaceState(null, "", "/"));

/** Simulates the browser's history step, after the URL has changed. */
function step(path: string, state: unknown) {
  window.history.replaceState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate", { state }));
}

const show = (path: string) => showScreen(ana, () => <BackForward />, path);

test("a step back requests the screen from the server", () => {
  show("/friends");
  step("/groups?x=1", { kept: true });
  expect(router.replace).toHaveBeenCalledWith("/groups?x=1", { scroll: false });
  expect(kept).not.toHaveBeenCalled();
});

test.each([
  ["a jump within the screen", "/friends", null],
  ["a step without a connection", "/groups", { kept: true }],
])("%s is left to the browser and Next.js", (label, path, state) => {
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(!label.includes("connection"));
  show("/friends");
  step(path, state);
  expect(router.replace).not.toHaveBeenCalled();
  expect(kept).toHaveBeenCalledTimes(1);
  online.mockRestore();
});

test("the scroll position is restored when the screen is loaded", () => {
  const first = show("/groups");
  Object.defineProperty(window, "scrollY", { configurable: true, value: 640 });
  window.dispatchEvent(new Event("scroll"));
  first.unmount();

  const second = show("/friends");
  step("/groups", { kept: true });
  act(() => second.unmount());
  showScreen(
    ana,
    () => (
      <>
        <BackForward />
        <RestorePosition />
      </>
    ),
    "/groups",
  );
  expect(scrollTo).toHaveBeenLastCalledWith(0, 640);
});

const screens = readdirSync("app/(signed-in)", { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)(page|unknown-address)\.tsx$/.test(file))
  .map((file) => [file, readFileSync(`app/(signed-in)/${file}`, "utf8")] as const)
  .filter(([, source]) => !/redirect\(|^export \{ default \}/m.test(source));

// Otherwise, after a step back to it, positions are no longer noted.
test.each(screens)("%s restores its position when it is loaded", (_file, source) => {
  expect(source).toMatch(
    /^export default withSkeleton[<(]|^const page = (titledPage|groupListPage)\([^]*^export default page\.Page;/m,
  );
});
