import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

// e2e/offline.spec.ts tests how browsers run it.

const worker = readFileSync(join(process.cwd(), "public/sw.js"), "utf8");

type WorkerEvent = Record<string, unknown>;

/** Runs the worker. @returns what calls its listener of an event */
function run(globals: object): (name: string, event: WorkerEvent) => void {
  const listeners: Record<string, (event: WorkerEvent) => void> = {};
  runInNewContext(worker, {
    self: {
      addEventListener: (name: string, listen: (event: WorkerEvent) => void) => (listeners[name] = listen),
      skipWaiting: () => {},
    },
    location: { origin: "https://evenly.test", search: "?a.css" },
    Response,
    URL,
    ...globals,
  });
  return (name, event) => listeners[name]?.(event);
}

test("the offline page is kept with everything that it loads, and what its style sheet loads", async () => {
  const files: Record<string, string> = {
    "/offline":
      '<link href="/_next/static/chunks/a.css"><script src="/_next/static/chunks/b-.js"></script>' +
      '<script>self.__next_f.push([1,"[\\"/_next/static/chunks/c~1.js\\"]"])</script><a href="/friends">',
    "/_next/static/chunks/a.css": "@font-face{src:url(../media/f.woff2)}:root{--icons:url(../media/s.svg)}",
  };
  const kept = new Map<string, string>();
  const put = async (path: string, response: Response) => void kept.set(path, await response.text());
  const dispatch = run({
    caches: { open: () => Promise.resolve({ put }) },
    fetch: (path: string) => Promise.resolve(new Response(files[path] ?? path)),
  });
  const waitUntil = jest.fn<void, [Promise<unknown>]>();
  dispatch("install", { waitUntil });
  await waitUntil.mock.calls[0]![0];
  expect([...kept.keys()].sort()).toEqual([
    ...["/_next/static/chunks/a.css", "/_next/static/chunks/b-.js", "/_next/static/chunks/c~1.js"],
    ...["/_next/static/media/f.woff2", "/_next/static/media/s.svg", "/empty/offline.svg", "/offline"],
  ]);
});

test("a file that is missing keeps the worker before it", async () => {
  const dispatch = run({
    caches: { open: () => Promise.resolve({ put: () => Promise.resolve() }) },
    fetch: () => Promise.resolve(new Response("", { status: 404 })),
  });
  const waitUntil = jest.fn<void, [Promise<unknown>]>();
  dispatch("install", { waitUntil });
  await expect(waitUntil.mock.calls[0]![0]).rejects.toThrow("/offline: 404");
});

test.each<[browser: string, preload: () => Promise<Response | undefined>]>([
  ["Chromium and WebKit", () => Promise.reject(new TypeError("Load failed"))],
  ["Firefox", () => Promise.resolve(Response.error())],
  ["a browser without preloads", () => Promise.resolve(undefined)],
])("without a connection, %s gets the offline page and its files", async (_, preload) => {
  const dispatch = run({
    caches: { match: (path: string) => Promise.resolve(`kept ${path}`) },
    fetch: () => Promise.reject(new TypeError("Failed to fetch")),
  });
  const respondWith = jest.fn<void, [Promise<unknown>]>();
  const request = (path: string, mode: string) => ({
    method: "GET",
    mode,
    url: `https://evenly.test${path}`,
  });
  const script = { request: request("/_next/static/a.js", "no-cors"), respondWith, clientId: "1" };
  dispatch("fetch", script);
  expect(respondWith).not.toHaveBeenCalled();
  dispatch("fetch", {
    ...{ request: request("/friends", "navigate"), respondWith, resultingClientId: "1" },
    preloadResponse: preload(),
  });
  expect(await respondWith.mock.calls[0]![0]).toBe("kept /offline");
  dispatch("fetch", script);
  expect(await respondWith.mock.calls[1]![0]).toBe("kept /_next/static/a.js");
});
