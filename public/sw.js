// Shows an offline page if there is no connection. It caches that page with what it loads and nothing else: screens and
// API answers are private, and the browser caches /_next/static/ by itself.

/** components/shell/register-service-worker.tsx registers a worker for each style sheet. */
const CACHE = `evenly-offline${location.search}`;
const PAGE = "/offline";
const PICTURE = "/empty/offline.svg";

/** The clients that show the offline page. */
const offline = new Set();

self.addEventListener("install", (event) => {
  event.waitUntil(install());
  self.skipWaiting();
});

/** The page has the nonce of its own policy, which is kept with it. Its files have the names that the build gave them. */
async function install() {
  const cache = await caches.open(CACHE);
  const keep = async (path) => {
    const response = await fetch(path, { cache: "reload", credentials: "omit" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(path, response.clone());
    return response.text();
  };
  const page = await keep(PAGE);
  const files = [...new Set(page.match(/\/_next\/static\/[\w./~-]+\.\w+/g))];
  const sheets = files.filter((file) => file.endsWith(".css"));
  const rest = files.filter((file) => !sheets.includes(file));
  const ofSheets = await Promise.all(
    sheets.map(async (sheet) =>
      [...(await keep(sheet)).matchAll(/url\("?([\w./-]+)"?\)/g)].map(
        ([, file]) => new URL(file, new URL(sheet, location.origin)).pathname,
      ),
    ),
  );
  await Promise.all([...new Set([PICTURE, ...rest, ...ofSheets.flat()])].map(keep));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

async function activate() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // Starts the request without waiting for this worker.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // A call opened as a page is a download.
  const opensScreen = request.mode === "navigate" && !pathname.startsWith("/api/");
  if (opensScreen) event.respondWith(screen(event));
  else if (offline.has(event.clientId) && isFile(pathname)) event.respondWith(file(request, pathname));
});

async function screen(event) {
  try {
    const preloaded = await event.preloadResponse;
    // A preload that fails is an error response in Firefox, and a rejection elsewhere.
    return preloaded && preloaded.type !== "error" ? preloaded : await fetch(event.request);
  } catch {
    offline.add(event.resultingClientId);
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

const isFile = (pathname) => pathname === PICTURE || pathname.startsWith("/_next/static/");

const file = async (request, pathname) => (await caches.match(pathname)) ?? fetch(request);
