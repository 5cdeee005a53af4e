// Keeps the screens that the signed-in person saw last, and shows them without a connection; otherwise an offline page
// (docs/rules.md#without-a-connection). The server says which screens are kept, and whose they are: PERSON_HEADER in
// lib/core/account.ts. Answers of the API are never kept. Below, it shows notifications.

const PAGE = "/offline";
/** The cache of the offline page, and of the files of all pages. The build names them by their content. */
const FILES = "evenly-files";
/** The cache of a person's screens is called this and their id. There is only one. */
const SCREENS = "evenly-screens-";

const PERSON = "evenly-person";
const SIZE = "evenly-size";
/** When the server rendered a kept screen. */
const AS_OF = "evenly-as-of";

const DAY = 24 * 60 * 60 * 1000;
const KEPT_MS = 30 * DAY;
const KEPT_BYTES = 20_000_000;
/** A screen that has changed waits for so long before it is fetched, because more changes often follow. */
const PAUSE = 4000;
/** A request without an answer is taken for no connection after so long. */
const PATIENCE = 6000;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The clients that show a page from a cache. */
const offline = new Set();

/** Whose screens are kept: what was requested before this changed is not kept. */
let person = null;
let change = 0;

/** Ends with the last step of writing screens and files: while one is written, another must not remove its files. */
let writing = Promise.resolve();

// A new worker waits until no page is open: in Chromium, a navigation hangs whose worker is replaced meanwhile.
self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage());
});

/** The page has the nonce of its own policy, which is kept with it. */
async function keepOfflinePage() {
  const response = await fetch(PAGE, { cache: "reload", credentials: "omit" });
  const text = await textOf(PAGE, response);
  await inTurn(async () => {
    await keepFiles(text);
    await put(await caches.open(FILES), PAGE, response, text, { [AS_OF]: Date.now() });
  });
}

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name !== FILES && !name.startsWith(SCREENS));
  await Promise.all(old.map((name) => caches.delete(name)));
  await inTurn(async () => {
    await removeOld();
    await removeUnused();
  });
  // Starts the request without waiting for this worker.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { origin, pathname } = url;
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === "/api/sign-out") event.waitUntil(leave());
  if (request.method !== "GET") return;
  // A call opened as a page is a download.
  const opensScreen = request.mode === "navigate" && !pathname.startsWith("/api/");
  if (opensScreen) event.respondWith(screen(event, url));
  // This worker may have been stopped since the page was opened.
  else if ((offline.has(event.clientId) || !navigator.onLine) && isFile(pathname))
    event.respondWith(file(request, pathname));
});

/** From components/session/kept-screens.ts. */
self.addEventListener("message", (event) => {
  const { path, changed } = event.data;
  event.waitUntil((path ? shown(path, changed) : forget()).catch(() => {}));
});

async function screen(event, url) {
  const since = change;
  const answered = answer(event).catch(() => undefined);
  // Also when it is too late to be shown.
  event.waitUntil(answered.then((response) => arrived(response, url, since)).catch(() => {}));
  const late = wait(PATIENCE).then(async () => ((await instead(url.pathname)) ? undefined : answered));
  const response = await Promise.race([answered, late]);
  if (isServed(response)) return response;
  offline.add(event.resultingClientId);
  event.waitUntil(inTurn(() => removeOld()));
  return (await instead(url.pathname)) ?? (await answered) ?? (await caches.match(PAGE)) ?? Response.error();
}

/** A proxy answers 502, 503, or 504 in place of a server that is down. */
const isServed = (response) => response && response.status < 502;

async function arrived(response, { pathname, search }, since) {
  if (!isServed(response)) return;
  // Someone who is signed in is sent on.
  if (pathname === "/login" && response.ok) await leave();
  if (!search && response.headers.has(PERSON)) await keep(pathname, response.clone(), since);
}

/** A preload that fails is an error response in Firefox, and a rejection elsewhere. */
async function answer({ preloadResponse, request }) {
  const preloaded = await preloadResponse;
  return preloaded && preloaded.type !== "error" ? preloaded : fetch(request);
}

/** What is kept for this path, if anything. */
async function instead(path) {
  const shown = await kept(path);
  const home = !shown && /^\/(friends)?$/.test(path) && (await keptHome());
  return home ? Response.redirect(home) : shown;
}

/** Where a person starts. A guest has one group instead of /friends: the screen seen last that is no form. */
async function keptHome() {
  if (await kept("/friends")) return new URL("/friends", location.origin);
  const cache = await opened();
  const requests = (await cache?.keys()) ?? [];
  return requests.findLast(({ url }) => !/\/(friends|add|add-expense)$/.test(url))?.url;
}

const isFile = (pathname) => /^\/(_next\/static|empty|group-icons|seesaw)\//.test(pathname);

const file = async (request, pathname) => (await caches.match(pathname)) ?? fetch(request);

/** The kept screen at this path, if there is one. */
async function kept(path) {
  const response = await (await opened())?.match(path);
  return response && !isOld(response) ? response : undefined;
}

const screens = async () => (await caches.keys()).filter((name) => name.startsWith(SCREENS));

/** The cache of the kept screens, if there is one. Does not create it again after it was removed. */
async function opened() {
  const since = change;
  const names = await screens();
  return names.length === 1 && since === change ? caches.open(names[0]) : undefined;
}

const isOld = ({ headers }) => Date.now() - Number(headers.get(AS_OF)) > KEPT_MS;

/** The paths of screens that are about to be fetched. */
const due = new Set();

/** A page shows a screen that was not loaded as a document, or that has changed since. Keeps it as a document. */
async function shown(path, changed) {
  const cache = await opened();
  const response = await cache?.match(path);
  if (response && !changed) return inTurn(() => toLast(cache, path));
  if (due.has(path) || navigator.connection?.saveData) return undefined;
  due.add(path);
  if (response) await wait(PAUSE);
  due.delete(path);
  return fetchScreen(path);
}

/** The latest screen is the last of the cache. It may have been replaced while this waited for its turn. */
async function toLast(cache, path) {
  const response = await cache.match(path);
  if (response) await cache.put(path, response);
}

async function fetchScreen(path) {
  const since = change;
  // lib/server/guarded-page.ts takes other requests by script for navigations.
  const init = { headers: { Accept: "text/html" }, cache: "no-store", redirect: "error", priority: "low" };
  await keep(path, await fetch(path, init), since);
}

async function keep(path, response, since) {
  const of = response.headers.get(PERSON);
  if (!of || since !== change) return;
  if (of !== person) {
    since = ++change;
    person = of;
    await remove((name) => name !== SCREENS + of);
  }
  // It was deleted, or is no longer shared.
  if (response.status === 404) await (await opened())?.delete(path);
  const text = await textOf(path, response);
  await inTurn(async () => {
    await keepFiles(text);
    if (since !== change) return;
    const at = Date.now();
    const cache = await caches.open(SCREENS + of);
    await cache.delete(path);
    await put(cache, path, response, text.replace("<html", `<html data-as-of="${at}"`), { [AS_OF]: at });
    await removeOld(KEPT_BYTES);
  });
  if (navigator.connection?.saveData) return;
  // The form that adds an expense to what is on the screen: it is kept before it is needed.
  const form = /href="([\w/]*\/add(?:-expense)?)"/.exec(text)?.[1];
  if (form && form !== path && !isFresh(await (await opened())?.match(form))) await fetchScreen(form);
  // A deployment does not replace this worker.
  const offlinePage = await caches.match(PAGE);
  if (offlinePage && !isFresh(offlinePage)) await keepOfflinePage();
}

/** A form changes only with the people of its event, the offline page only with the app: each day is often enough. */
const isFresh = (response) => response && Date.now() - Number(response.headers.get(AS_OF)) < DAY;

async function textOf(path, response) {
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

/** Stores a response as it was decoded, with its size. */
async function put(cache, path, response, body, more = {}) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  for (const [name, value] of Object.entries({ ...more, [SIZE]: bytes.length })) headers.set(name, value);
  await cache.put(path, new Response(bytes, { headers }));
}

/** The files that a page, a script, or a style sheet names. Scripts name those that are loaded on demand. */
const filesIn = (text) => [
  ...[...text.matchAll(/static\/(?:chunks|media)\/[\w.~-]+\.\w+/g)].map(([name]) => `/_next/${name}`),
  ...[...text.matchAll(/url\("?\.\.\/(media\/[\w.~-]+)/g)].map(([, name]) => `/_next/static/${name}`),
  ...[...text.matchAll(/src="(\/(?:empty|group-icons|seesaw)\/[\w.-]+)"/g)].map(([, path]) => path),
];

const namesFiles = (path) => /\.(js|css)$/.test(path);

/** Keeps all that a page loads. A file that is kept already was kept after those that it names. */
async function keepFiles(text) {
  const cache = await caches.open(FILES);
  const seen = new Set();
  const keepFile = async (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    if (await cache.match(path)) return;
    const response = await fetch(path, { credentials: "omit" });
    // A captive portal answers with a page of its own.
    if (!response.ok || /html/.test(response.headers.get("content-type")))
      throw new Error(`${path}: ${response.status}`);
    const body = await response.arrayBuffer();
    if (namesFiles(path)) await keepAll(new TextDecoder().decode(body));
    await put(cache, path, response, body);
  };
  const keepAll = (named) => Promise.all(filesIn(named).map(keepFile));
  await keepAll(text);
}

/** Removes screens of more than 30 days ago, and if there are more bytes, those that were seen least recently. */
async function removeOld(bytes = Infinity) {
  const cache = await opened();
  if (!cache) return;
  const files = await caches.open(FILES);
  const [requests, responses] = [await cache.keys(), await cache.matchAll()];
  const sizeOf = (all) => all.reduce((sum, { headers }) => sum + Number(headers.get(SIZE)), 0);
  let size = sizeOf(responses) + sizeOf(await files.matchAll());
  if (size > bytes) size -= await removeUnused();
  for (const [index, request] of requests.entries()) {
    if (size <= bytes && !isOld(responses[index])) continue;
    size -= sizeOf([responses[index]]);
    await cache.delete(request);
  }
}

/** Removes the files that no kept page needs. @returns their size */
async function removeUnused() {
  const files = await caches.open(FILES);
  const used = new Set([PAGE]);
  const follow = async (response) => {
    for (const path of filesIn(response ? await response.text() : ""))
      if (!used.has(path)) {
        used.add(path);
        if (namesFiles(path)) await follow(await files.match(path));
      }
  };
  await follow(await files.match(PAGE));
  for (const name of await screens())
    for (const response of await (await caches.open(name)).matchAll()) await follow(response);
  let size = 0;
  for (const request of await files.keys()) {
    if (used.has(new URL(request.url).pathname)) continue;
    size += Number((await files.match(request)).headers.get(SIZE));
    await files.delete(request);
  }
  return size;
}

/** Removes everyone's screens: somebody has logged out, or their session has ended. */
async function forget() {
  change += 1;
  person = null;
  await remove(() => true);
  // Such as the pictures of their groups.
  await inTurn(removeUnused);
}

/** Somebody has logged out: their notifications end here, too, also if the server could not be told. */
async function leave() {
  await forget();
  // Safari has neither, unless the app is on the home screen.
  for (const shown of (await self.registration.getNotifications?.()) ?? []) shown.close();
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

const remove = async (which) => Promise.all((await screens()).filter(which).map(removeCache));

/** Until this worker stops, browsers keep a removed cache on the disk, with what is in it. */
async function removeCache(name) {
  const cache = await caches.open(name);
  await caches.delete(name);
  for (const request of await cache.keys()) await cache.delete(request);
}

const inTurn = (step) => (writing = writing.then(step, step));

// Notifications (docs/rules.md#push-notifications). lib/server/notices/push.ts sends them, encrypted for this browser.

const UNKNOWN = { title: "Evenly", body: "There is something new." };
const PUSH = "/api/users/push";

/** Browsers end the subscription of a worker that shows nothing. */
self.addEventListener("push", (event) => {
  const { title, ...news } = messageOf(event.data) ?? UNKNOWN;
  event.waitUntil(
    self.registration.showNotification(title, { ...news, icon: "/icon-192.png", badge: "/icon-badge.png" }),
  );
});

/** Undefined if it is broken. */
function messageOf(data) {
  try {
    const { title, body, path, tag } = data.json();
    if ([title, body, path, tag].every((field) => typeof field === "string"))
      return { title, body, tag, data: { path } };
  } catch {
    // As below.
  }
  return undefined;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(addressOf(event.notification.data?.path ?? "")));
});

/** The address of a screen; of another site, or none: the start. */
function addressOf(path) {
  const home = `${location.origin}/`;
  try {
    const { origin, href } = new URL(path, home);
    return origin === location.origin ? href : home;
  } catch {
    return home;
  }
}

/** Shows a screen in the window that was used last, or in a new one. */
async function open(address) {
  const [last] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  try {
    await last.focus();
    if (last.url !== address) await last.navigate(address);
  } catch {
    // There is none, or it is not controlled by this worker.
    await self.clients.openWindow(address);
  }
}

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain().catch(() => {}));
});

/** The push service has ended the subscription. The server knows by a cookie which one it was. */
async function subscribeAgain() {
  const { publicKey } = await (await fetch(PUSH)).json();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await self.registration.pushManager.subscribe(options);
  const headers = { "Content-Type": "application/json" };
  await fetch(PUSH, { method: "POST", headers, body: JSON.stringify({ subscription }) });
}
