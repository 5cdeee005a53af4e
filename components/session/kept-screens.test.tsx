import { forgetScreens } from "./forget-screens";
import { asOf, keepScreen } from "./kept-screens";

const HOME = "/friends";
const GROUP = "/groups/64b000000000000000000001";

test("the worker is told of screens that it has not seen as they are now, and when to forget them", async () => {
  const postMessage = jest.fn<void, [object]>();
  const serviceWorker = { controller: {}, ready: Promise.resolve({ active: { postMessage } }) };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  const show = (path: string, revision: string) => {
    history.replaceState(null, "", path);
    keepScreen(revision);
  };
  show("/account", "1");
  // The document, which the worker has seen.
  show(HOME, "1");
  show(GROUP, "1");
  show(HOME, "1");
  show(HOME, "2");
  forgetScreens();
  await serviceWorker.ready;
  expect(postMessage.mock.calls.flat()).toEqual([
    { path: HOME, changed: false },
    { path: GROUP, changed: true },
    { path: HOME, changed: false },
    { path: HOME, changed: true },
    {},
  ]);
  expect(asOf()).toBeUndefined();
});
