import { missingScriptsScript } from "./missing-scripts";

const KEY = "evenly:reloaded";
const fetched = jest.fn<Promise<{ status: number }>, [string]>();

// jsdom's location cannot be replaced: a reload stores when it begins.
const reloads = () => sessionStorage.getItem(KEY);

beforeAll(() => new Function(missingScriptsScript())());
beforeEach(() => {
  sessionStorage.clear();
  fetched.mockReset();
  window.fetch = fetched as unknown as typeof fetch;
  jest.spyOn(console, "error").mockImplementation(() => undefined);
});

async function fail(element: HTMLElement) {
  document.body.append(element);
  element.dispatchEvent(new Event("error"));
  element.remove();
  await new Promise((resolve) => setTimeout(resolve));
}

const script = (src = "/_next/static/chunks/old.js") =>
  Object.assign(document.createElement("script"), { type: "x", src });

test("a page whose script the server does not have any more is loaded again, but not at once again", async () => {
  fetched.mockResolvedValue({ status: 404 });
  await fail(script());
  const first = reloads();
  expect(first).not.toBeNull();
  await fail(script());
  expect(reloads()).toBe(first);
  sessionStorage.setItem(KEY, String(Date.now() - 11_000));
  await fail(Object.assign(document.createElement("link"), { href: "/_next/static/chunks/old.css" }));
  expect(Number(reloads())).toBeGreaterThanOrEqual(Number(first));
});

test.each<[string, HTMLElement, () => Promise<{ status: number }>]>([
  ["there is no connection", script(), () => Promise.reject(new TypeError("Failed to fetch"))],
  ["the server has it", script(), async () => ({ status: 200 })],
  [
    "it is a picture",
    Object.assign(document.createElement("img"), { src: "/icon.svg" }),
    async () => ({ status: 404 }),
  ],
])("the page stays as it is if %s", async (_, element, response) => {
  fetched.mockImplementation(response);
  await fail(element);
  expect(reloads()).toBeNull();
});
