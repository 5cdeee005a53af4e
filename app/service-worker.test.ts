import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { PERSON_HEADER } from "@/lib/core/account";

// e2e/offline.spec.ts tests how browsers run it.

const worker = readFileSync(join(process.cwd(), "public/sw.js"), "utf8");
const ORIGIN = "https://evenly.test";
const DAY = 24 * 60 * 60 * 1000;

type WorkerEvent = Record<string, unknown>;

/** Cache Storage, as far as the worker uses it. */
class Caches {
  readonly all = new Map<string, Map<string, Response>>();
  readonly keys = () => Promise.resolve([...this.all.keys()]);
  readonly delete = (name: string) => Promise.resolve(this.all.delete(name));
  readonly match = (path: string) =>
    Promise.resolve([...this.all.values()].map((cache) => cache.get(path)?.clone()).find(Boolean));
  readonly open = (name: string) => {
    const entries = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, entries);
    const pathOf = (key: string | { url: string }) =>
      typeof key === "string" ? key : new URL(key.url).pathname;
    return Promise.resolve({
      keys: () => Promise.resolve([...entries.keys()].map((path) => ({ url: ORIGIN + path }))),
      matchAll: () => Promise.resolve([...entries.values()].map((response) => response.clone())),
      match: (key: string) => Promise.resolve(entries.get(pathOf(key))?.clone()),
      delete: (key: string) => Promise.resolve(entries.delete(pathOf(key))),
      put: (path: string, response: Response) => {
        entries.delete(path);
        entries.set(path, response);
        return Promise.resolve();
      },
    });
  };
  /** What is kept, by cache. */
  paths = (name: string) => [...(this.all.get(name)?.keys() ?? [])];
}

const SCREENS = "evenly-screens-ana";
const FILES = "evenly-files";

/** Runs the worker on a server. */
function run(
  serve: (path: string) => Response | Promise<Response>,
  more: object = {},
  { clients = {}, registration = {} }: { clients?: object; registration?: object } = {},
) {
  const caches = new Caches();
  const listeners: Record<string, (event: WorkerEvent) => void> = {};
  const asked: string[] = [];
  /** Lets the answers take too long that have not arrived. */
  let late = () => {};
  const fetch = async (target: string | { url: string }) => {
    const path = new URL(typeof target === "string" ? target : target.url, ORIGIN).pathname;
    asked.push(path);
    return serve(path);
  };
  runInNewContext(worker, {
    self: {
      addEventListener: (name: string, listen: (event: WorkerEvent) => void) => (listeners[name] = listen),
      clients: { claim: () => Promise.resolve(), ...clients },
      registration,
    },
    location: { origin: ORIGIN },
    navigator: { onLine: true },
    setTimeout: (then: () => void, ms: number) => (ms < 5000 ? then() : (late = then)),
    caches,
    fetch,
    Response,
    Headers,
    URL,
    TextEncoder,
    TextDecoder,
    Uint8Array,
    Date,
    Map,
    Set,
    ...more,
  });
  /** Sends an event. @returns the response, once all that the worker does has ended */
  const dispatch = async (name: string, event: WorkerEvent = {}) => {
    const work: Promise<unknown>[] = [];
    let response: unknown;
    const waitUntil = (promise: Promise<unknown>) => work.push(promise);
    const respondWith = (promise: Promise<unknown>) => {
      response = promise;
      const { shown } = event as { shown?: (text: string) => void };
      work.push(promise.then(async (answer) => shown?.(await (answer as Response).clone().text())));
    };
    listeners[name]?.({ ...event, waitUntil, respondWith });
    for (let done = 0; done < work.length;) {
      done = work.length;
      await Promise.all(work);
    }
    return (await response) as Response | undefined;
  };
  const open = (path: string, more: object = {}) =>
    dispatch("fetch", {
      request: { method: "GET", mode: "navigate", url: ORIGIN + path },
      resultingClientId: "1",
      ...more,
    });
  return { caches, asked, dispatch, open, late: () => late() };
}

/** Serves screens, and from `hang()` on answers only when told. */
function hanging() {
  const answers: ((response: Response) => void)[] = [];
  let hangs = false;
  const serve = (path: string) =>
    hangs ? new Promise<Response>((resolve) => answers.push(resolve)) : page("ana", `first ${path}`);
  return { serve, answers, hang: () => (hangs = true) };
}
const turn = () => new Promise(setImmediate);

const page = (person: string, html = "") =>
  new Response(`<html lang="en">${html}`, { headers: { [PERSON_HEADER]: person } });

const down = () => Promise.reject(new TypeError("Failed to fetch"));

test("the offline page is kept with everything that it loads, and what that loads", async () => {
  const files: Record<string, string> = {
    "/offline":
      '<link href="/_next/static/chunks/a.css"><script src="/_next/static/chunks/b-.js"></script>' +
      '<script>self.__next_f.push([1,"[\\"/_next/static/chunks/c~1.js\\"]"])</script>' +
      '<img src="/empty/offline.svg"><a href="/friends">',
    "/_next/static/chunks/a.css": "@font-face{src:url(../media/f.woff2)}:root{--icons:url(../media/s.svg)}",
    "/_next/static/chunks/b-.js": 'e.l("static/chunks/on-demand.js")',
  };
  const { caches, dispatch } = run((path) => new Response(files[path] ?? path));
  await dispatch("install");
  expect(caches.paths(FILES).sort()).toEqual([
    ...["/_next/static/chunks/a.css", "/_next/static/chunks/b-.js", "/_next/static/chunks/c~1.js"],
    ...["/_next/static/chunks/on-demand.js", "/_next/static/media/f.woff2", "/_next/static/media/s.svg"],
    ...["/empty/offline.svg", "/offline"],
  ]);
});

test("the offline page is fetched again with the first screen after a day", async () => {
  let build = "old";
  const { caches, asked, dispatch, open } = run((path) =>
    path === "/offline" ? new Response(`${build} build`) : page("ana"),
  );
  await dispatch("install");
  build = "new";
  await open("/friends");
  expect(asked).toEqual(["/offline", "/friends"]);
  const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + DAY);
  await open("/groups");
  await open("/friends");
  now.mockRestore();
  expect(asked.slice(2)).toEqual(["/groups", "/offline", "/friends"]);
  expect(await (await caches.match("/offline"))!.text()).toBe("new build");
});

test("a file that is missing keeps the worker before it", async () => {
  const { dispatch } = run((path) =>
    path === "/offline" ? new Response("static/chunks/a.js") : new Response("", { status: 404 }),
  );
  await expect(dispatch("install")).rejects.toThrow("/_next/static/chunks/a.js: 404");
});

test.each<[browser: string, preload: () => Promise<Response | undefined>]>([
  ["Chromium and WebKit", () => Promise.reject(new TypeError("Load failed"))],
  ["Firefox", () => Promise.resolve(Response.error())],
  ["a browser without preloads", () => Promise.resolve(undefined)],
])("without a connection, %s gets the kept screen, and its files", async (_, preload) => {
  let online = true;
  const serve = (path: string) =>
    online ? (path === "/friends" ? page("ana", "static/chunks/a.js") : new Response(path)) : down();
  const { dispatch, open } = run(serve);
  await dispatch("install");
  await open("/friends");
  const script = { request: { method: "GET", mode: "cors", url: `${ORIGIN}/_next/static/chunks/a.js` } };
  expect(await dispatch("fetch", { ...script, clientId: "1" })).toBeUndefined();
  online = false;
  const shown = await open("/friends?from=home", { preloadResponse: preload() });
  expect(await shown!.text()).toMatch(/^<html data-as-of="\d+" lang="en">static/);
  const kept = await dispatch("fetch", { ...script, clientId: "1" });
  expect(await kept!.text()).toBe("/_next/static/chunks/a.js");
  expect(await (await open("/groups"))!.text()).toBe("/offline");
  expect((await open("/"))!.headers.get("Location")).toBe(`${ORIGIN}/friends`);
});

test("screens that the server does not mark, queries, and failures are not kept", async () => {
  const { caches, open } = run((path) => {
    if (path === "/friends") return new Response("", { status: 500, headers: { [PERSON_HEADER]: "ana" } });
    return path === "/groups" ? page("ana") : new Response("");
  });
  for (const path of ["/account", "/join/secret", "/groups?page=2", "/friends"]) {
    await open(path).catch(() => {});
    expect(caches.paths(SCREENS)).toEqual([]);
  }
  await open("/groups");
  expect(caches.paths(SCREENS)).toEqual(["/groups"]);
});

test.each([502, 503, 504])(
  "a proxy that answers %i in place of the server counts as no connection",
  async (status) => {
    let down = false;
    const { open } = run((path) => (down ? new Response("Bad gateway", { status }) : page("ana", path)));
    await open("/friends");
    down = true;
    expect(await (await open("/friends"))!.text()).toMatch(/data-as-of=.*\/friends$/);
    // What is not kept is as the proxy says.
    expect(await (await open("/groups"))!.text()).toBe("Bad gateway");
  },
);

test("a screen that gets no answer for 6 seconds is the kept one, and the late answer is kept", async () => {
  const { serve, answers, hang } = hanging();
  const { caches, dispatch, open, late } = run(serve);
  await open("/friends");
  hang();
  let shown = "";
  const opened = open("/friends", { shown: (text: string) => (shown = text) });
  await turn();
  expect(shown).toBe("");
  late();
  await turn();
  expect(shown).toMatch(/data-as-of=.*first/);
  // Its files are those that are kept with it.
  const script = { request: { method: "GET", mode: "cors", url: `${ORIGIN}/_next/static/chunks/a.js` } };
  await (await caches.open(FILES)).put("/_next/static/chunks/a.js", new Response("kept"));
  expect(await (await dispatch("fetch", { ...script, clientId: "1" }))!.text()).toBe("kept");
  answers[0]!(page("ana", "second"));
  await opened;
  expect(await caches.all.get(SCREENS)!.get("/friends")!.text()).toContain("second");
});

test.each<[string, string, (worker: ReturnType<typeof run>) => Promise<unknown>]>([
  ["that is not kept", "/groups", async () => {}],
  ["whose person has logged out meanwhile", "/friends", ({ dispatch }) => dispatch("message", { data: {} })],
])("without an answer, a screen %s is waited for, and kept only for its person", async (_, path, happen) => {
  const { serve, answers, hang } = hanging();
  const worker = run(serve);
  await worker.open("/friends");
  hang();
  const opened = worker.open(path);
  await turn();
  await happen(worker);
  worker.late();
  await turn();
  answers[0]!(page("ana", "late"));
  expect(await (await opened)!.text()).toContain("late");
  expect(worker.caches.paths(SCREENS)).toEqual(path === "/groups" ? ["/friends", "/groups"] : []);
});

test("a late answer to one person, whose kept screen was shown, is not kept for the next", async () => {
  const { serve, answers, hang } = hanging();
  let next = false;
  const { caches, open, late } = run((path) => (next ? page("ben") : serve(path)));
  await open("/friends");
  hang();
  const opened = open("/friends");
  await turn();
  late();
  await turn();
  next = true;
  await open("/groups");
  answers[0]!(page("ana", "late"));
  await opened;
  expect(await caches.keys()).toEqual([FILES, "evenly-screens-ben"]);
});

test("a page in place of a file, as of a captive portal, is not kept", async () => {
  let portal = true;
  const { caches, open } = run((path) =>
    path === "/friends"
      ? page("ana", "static/chunks/a.js")
      : new Response(path, { headers: { "Content-Type": portal ? "text/html" : "text/javascript" } }),
  );
  await open("/friends");
  expect([...caches.paths(SCREENS), ...caches.paths(FILES)]).toEqual([]);
  portal = false;
  await open("/friends");
  expect(caches.paths(FILES)).toEqual(["/_next/static/chunks/a.js"]);
});

test("home is the screen seen last where /friends is not kept: guests have one group, and no such screen", async () => {
  let online = true;
  const group = "/groups/1";
  const event = `${group}/events/2`;
  const { open } = run((path) =>
    online ? page("guest", path === event ? `<a href="${event}/add-expense">` : "") : down(),
  );
  for (const path of [event, group, event]) await open(path);
  online = false;
  for (const path of ["/", "/friends"])
    expect((await open(path))!.headers.get("Location")).toBe(`${ORIGIN}${event}`);
  expect((await open(event))!.headers.get("Location")).toBeNull();
});

test("the form that a screen links to is kept with it, and a screen that is gone no longer", async () => {
  let found = true;
  const event = "/groups/1/events/2";
  const { caches, open, asked } = run((path) => {
    if (!found) return new Response("", { status: 404, headers: { [PERSON_HEADER]: "ana" } });
    return page("ana", path === event ? `<a href="${event}/add-expense">` : "");
  });
  await open(event);
  expect(caches.paths(SCREENS)).toEqual([event, `${event}/add-expense`]);
  await open(event);
  expect(asked.filter((path) => path.endsWith("add-expense"))).toHaveLength(1);
  found = false;
  await open(event);
  expect(caches.paths(SCREENS)).toEqual([`${event}/add-expense`]);
});

test("a screen that changes is fetched once, and one that is only shown again becomes the latest", async () => {
  const { caches, dispatch, asked } = run(() => page("ana"));
  await dispatch("message", { data: { path: "/friends", changed: true } });
  await dispatch("message", { data: { path: "/groups", changed: true } });
  await dispatch("message", { data: { path: "/friends", changed: false } });
  expect(asked).toEqual(["/friends", "/groups"]);
  expect(caches.paths(SCREENS)).toEqual(["/groups", "/friends"]);
  await Promise.all([1, 2].map(() => dispatch("message", { data: { path: "/friends", changed: true } })));
  expect(asked).toHaveLength(3);
});

test("a screen that is shown again while a newer document is kept does not bring the older one back", async () => {
  let files = () => {};
  const hanging = new Promise<void>((resolve) => (files = resolve));
  let version = "old";
  const { caches, dispatch, open } = run(async (path) => {
    if (path !== "/friends") await hanging;
    return page("ana", version === "new" ? `new ${ICON}` : version);
  });
  await open("/friends");
  version = "new";
  const opened = open("/friends");
  await turn();
  const shown = dispatch("message", { data: { path: "/friends", changed: false } });
  await turn();
  files();
  await Promise.all([opened, shown]);
  expect(await caches.all.get(SCREENS)!.get("/friends")!.text()).toContain("new");
});

test("with Save-Data, nothing is fetched only to be kept", async () => {
  const { asked, dispatch } = run(() => page("ana"), {
    navigator: { onLine: true, connection: { saveData: true } },
  });
  await dispatch("message", { data: { path: "/friends", changed: true } });
  expect(asked).toEqual([]);
});

test.each<[string, (worker: ReturnType<typeof run>) => Promise<unknown>, string[]]>([
  ["logging out", ({ open }) => open("/api/sign-out", { request: signOut }), []],
  ["the screen after it", ({ open }) => open("/login"), []],
  ["the end of the session", ({ dispatch }) => dispatch("message", { data: {} }), []],
  ["someone else", ({ open }) => open("/groups"), ["evenly-screens-ben"]],
])("%s removes what is kept", async (_, happen, left) => {
  const started = run((path) =>
    path === "/login" ? new Response("") : page(path === "/groups" ? "ben" : "ana", ICON),
  );
  await started.open("/friends");
  expect(await started.caches.keys()).toEqual([FILES, SCREENS]);
  await happen(started);
  expect(await started.caches.keys()).toEqual([FILES, ...left]);
  expect(started.caches.paths(FILES)).toEqual(left.length > 0 ? ["/group-icons/bee.svg"] : []);
});
const ICON = '<img src="/group-icons/bee.svg">';
const signOut = { method: "POST", mode: "navigate", url: `${ORIGIN}/api/sign-out` };

test("what was requested before somebody logged out is not kept afterwards", async () => {
  let answer = (_: Response) => {};
  const { caches, dispatch, open } = run(() => new Promise<Response>((resolve) => (answer = resolve)));
  const opened = open("/friends");
  await new Promise(setImmediate);
  await dispatch("message", { data: {} });
  answer(page("ana"));
  await opened;
  expect(await caches.keys()).toEqual([FILES]);
  expect(caches.paths(FILES)).toEqual([]);
});

test("an answer to one person that arrives after that to the next is not kept", async () => {
  let answer = (_: Response) => {};
  const { caches, open } = run((path) =>
    path === "/friends" ? new Promise<Response>((resolve) => (answer = resolve)) : page("ben"),
  );
  const opened = open("/friends");
  await new Promise(setImmediate);
  await open("/groups");
  answer(page("ana"));
  await opened;
  expect(await caches.keys()).toEqual([FILES, "evenly-screens-ben"]);
});

test("removed screens are emptied, because browsers keep a removed cache on the disk while it is open", async () => {
  const { caches, dispatch, open } = run(() => page("ana"));
  await open("/friends");
  const entries = caches.all.get(SCREENS)!;
  await dispatch("message", { data: {} });
  expect([...entries.keys()]).toEqual([]);
});

test("after 30 days a screen is not shown, and removed with files that nothing needs", async () => {
  let online = true;
  const { caches, dispatch, open } = run((path) =>
    online ? (path === "/friends" ? page("ana", "static/chunks/a.js") : new Response(path)) : down(),
  );
  await dispatch("install");
  await open("/friends");
  online = false;
  const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 31 * DAY);
  expect(await (await open("/friends"))!.text()).toBe("/offline");
  // Also without a connection.
  expect(caches.paths(SCREENS)).toEqual([]);
  await dispatch("activate");
  now.mockRestore();
  expect(caches.paths(FILES)).toEqual(["/offline"]);
});

test("above 20 MB, the screens that were seen least recently go first", async () => {
  const { caches, open } = run(() => page("ana", "x".repeat(6_000_000)));
  for (const path of ["/friends", "/groups", "/add"]) await open(path);
  await open("/friends");
  await open("/groups/1");
  expect(caches.paths(SCREENS)).toEqual(["/add", "/friends", "/groups/1"]);
});

describe("notifications", () => {
  type Shown = [title: string, options: { body: string; tag?: string; data?: { path: string } }];
  type Window = { url: string; controlled?: boolean };

  /** A worker with open windows, the one used last first. */
  function notified(windows: Window[] = []) {
    const [shown, done]: [Shown[], string[]] = [[], []];
    let subscribed = true;
    const all = windows.map(({ url, controlled = true }) => ({
      url: ORIGIN + url,
      focus: async () => void done.push(`focus ${url}`),
      navigate: async (to: string) => {
        if (!controlled)
          throw new TypeError("This service worker is not the client's active service worker.");
        done.push(`navigate ${to}`);
      },
    }));
    const posted: unknown[] = [];
    const serve = () => Response.json({ publicKey: "key" });
    const worker = run(
      serve,
      {
        fetch: async (target: string | { url: string }, init?: { method: string; body: string }) => {
          if (init) posted.push([init.method, target, JSON.parse(init.body)]);
          // As a browser shows a redirect to the worker.
          const isRedirect = typeof target !== "string" && target.url.endsWith("/login?signed-in");
          return isRedirect ? { ...Response.error(), status: 0, ok: false, headers: new Headers() } : serve();
        },
      },
      {
        clients: {
          matchAll: async () => all,
          openWindow: async (url: string) => void done.push(`open ${url}`),
        },
        registration: {
          showNotification: async (...what: Shown) => void shown.push(what),
          getNotifications: async () => [{ close: () => done.push("close") }],
          pushManager: {
            getSubscription: async () => ({ unsubscribe: async () => (subscribed = false) }),
            subscribe: async (options: object) => options,
          },
        },
      },
    );
    const push = (text: string | null) =>
      worker.dispatch("push", { data: text === null ? null : { json: () => JSON.parse(text) as unknown } });
    const click = (path?: string) =>
      worker.dispatch("notificationclick", {
        notification: { data: path === undefined ? undefined : { path }, close: () => done.push("close") },
      });
    return { worker, shown, done, posted, push, click, isSubscribed: () => subscribed };
  }
  const message = { title: "Trip", body: "Ben added Taxi.", path: "/groups/1", tag: "7" };

  test("a message is shown, with where it leads", async () => {
    const { shown, push } = notified();
    await push(JSON.stringify(message));
    const { title, path, ...rest } = message;
    const images = { icon: "/icon-192.png", badge: "/icon-badge.png" };
    expect(shown).toEqual([[title, { ...rest, ...images, data: { path } }]]);
  });

  test.each([null, "", "no JSON", "null", "{}", JSON.stringify({ ...message, body: 1 })])(
    "a message that is broken (%s) says so little that it is true",
    async (text) => {
      const { shown, push } = notified();
      await push(text);
      expect(shown).toMatchObject([["Evenly", { body: "There is something new." }]]);
    },
  );

  test.each<[string, Window[], string | undefined, string[]]>([
    ["without a window, opens one", [], "/groups/1", [`open ${ORIGIN}/groups/1`]],
    [
      "leads the window that was used last there",
      [{ url: "/friends" }, { url: "/groups" }],
      "/groups/1?a=b#c",
      ["focus /friends", `navigate ${ORIGIN}/groups/1?a=b#c`],
    ],
    ["only focuses the window that is there", [{ url: "/groups/1" }], "/groups/1", ["focus /groups/1"]],
    [
      "opens a window instead of one that it does not control",
      [{ url: "/friends", controlled: false }],
      "/groups/1",
      ["focus /friends", `open ${ORIGIN}/groups/1`],
    ],
    ["without a path, opens the start", [], undefined, [`open ${ORIGIN}/`]],
    ...[
      "https://evil.test/x",
      "//evil.test/x",
      "/\\evil.test",
      "javascript:alert(1)",
      "http://",
      "data:,x",
    ].map((path): [string, Window[], string, string[]] => [
      `does not leave the site for ${path}`,
      [],
      path,
      [`open ${ORIGIN}/`],
    ]),
  ])("a tap %s", async (_, windows, path, done) => {
    const { click, done: did } = notified(windows);
    await click(path);
    expect(did).toEqual(["close", ...done]);
  });

  test.each([
    ["logging out", "/api/sign-out", { request: signOut }, false],
    ["the screen after it", "/login", {}, false],
    ["another screen", "/friends", {}, true],
    ["the screen after it, from which someone who is signed in is sent on", "/login?signed-in", {}, true],
  ])("%s: shown ones are closed, and the subscription ends", async (_, path, more, stays) => {
    const { worker, done, isSubscribed } = notified();
    await worker.open(path, more);
    expect([isSubscribed(), done]).toEqual([stays, stays ? [] : ["close"]]);
  });

  test("the end of a session ends no subscription", async () => {
    const { worker, isSubscribed } = notified();
    await worker.dispatch("message", { data: {} });
    expect(isSubscribed()).toBe(true);
  });

  test("a subscription that the push service has ended is replaced", async () => {
    const { worker, posted } = notified();
    await worker.dispatch("pushsubscriptionchange");
    const subscription = { userVisibleOnly: true, applicationServerKey: "key" };
    expect(posted).toEqual([["POST", "/api/users/push", { subscription }]]);
  });
});
