import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

// e2e/offline.spec.ts tests how browsers run it.

const file = (path: string) => readFileSync(join(process.cwd(), "public", path), "utf8");

const worker = file("sw.js");
const { FILES, VERSION } = runInNewContext(`${worker}; ({ FILES, VERSION })`, {
  self: { addEventListener: () => {} },
}) as { FILES: string[]; VERSION: string };

test("the version is that of the files, so that a deployment that changes one of them replaces all", () => {
  const hash = createHash("sha256");
  for (const path of FILES) hash.update(file(path));
  expect(VERSION).toBe(hash.digest("hex").slice(0, 12));
});

test("everything that the page loads is cached", () => {
  const loaded = [...file("offline/offline.html").matchAll(/(?:src|<link [^>]*href)="([^"]+)"/g)];
  expect(loaded.length).toBeGreaterThan(2);
  for (const [, path] of loaded) expect(FILES).toContain(path);
});

test("its font and logo are those of the application", () => {
  const bytes = (path: string) => readFileSync(join(process.cwd(), path));
  const font = "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
  expect(bytes("public/offline/figtree.woff2").equals(bytes(font))).toBe(true);
  expect(file("offline/logo.svg")).toBe(file("../app/icon.svg"));
});

test.each<[browser: string, preload: () => Promise<Response | undefined>]>([
  ["Chromium and WebKit", () => Promise.reject(new TypeError("Load failed"))],
  ["Firefox", () => Promise.resolve(Response.error())],
  ["a browser without preloads", () => Promise.resolve(undefined)],
])("without a connection, %s gets the offline page", async (_, preload) => {
  let respond: (event: object) => void = () => {};
  runInNewContext(worker, {
    self: {
      addEventListener: (name: string, listen: typeof respond) => name === "fetch" && (respond = listen),
    },
    caches: { match: (path: string) => Promise.resolve(`kept ${path}`) },
    fetch: () => Promise.reject(new TypeError("Failed to fetch")),
    location: { origin: "https://evenly.test" },
    Response,
    URL,
  });
  const respondWith = jest.fn<void, [Promise<unknown>]>();
  const request = { method: "GET", mode: "navigate", url: "https://evenly.test/friends" };
  respond({ request, respondWith, preloadResponse: preload() });
  expect(await respondWith.mock.calls[0]![0]).toBe("kept /offline/offline.html");
});
