// Shows an offline page if there is no connection. It caches that page and its files and nothing else: screens and
// API answers are private, and the browser caches /_next/static/ by itself.

/** The version of the files below; app/service-worker.test.ts checks it. */
const VERSION = "a76e57e38bb2";
const CACHE = `evenly-offline-${VERSION}`;
const PAGE = "/offline/offline.html";
const FILES = [
  PAGE,
  "/offline/offline.css",
  "/offline/offline.js",
  "/offline/logo.svg",
  "/offline/figtree.woff2",
  "/empty/offline.svg",
];

self.addEventListener("install", (event) => {
  const requests = FILES.map((path) => new Request(path, { cache: "reload", credentials: "omit" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
  self.skipWaiting();
});

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
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

async function screen(event) {
  try {
    const preloaded = await event.preloadResponse;
    // A preload that fails is an error response in Firefox, and a rejection elsewhere.
    return preloaded && preloaded.type !== "error" ? preloaded : await fetch(event.request);
  } catch {
    return kept(PAGE);
  }
}

async function kept(path) {
  return (await caches.match(path)) ?? Response.error();
}
