import { ApiError, call } from "@/lib/client/call";

// Push notifications in this browser.

/**
 * `unsupported`: the browser has none; `uninstalled`: iOS has them only in an app on the home screen; `blocked`: the user
 * or a policy forbids them. `id`: the id of its subscription; null without one for this server's key.
 */
export type ThisBrowser = { state: "unsupported" | "uninstalled" | "blocked" | "ready"; id: string | null };

/** @param publicKey the server's key, in base64url */
export async function thisBrowser(publicKey: string): Promise<ThisBrowser> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    // Only Apple's browsers have this.
    const { standalone } = navigator as { standalone?: boolean };
    return { state: standalone === false ? "uninstalled" : "unsupported", id: null };
  }
  if (Notification.permission === "denied") return { state: "blocked", id: null };
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return {
    state: "ready",
    id: subscription && isFor(publicKey, subscription) ? await idOf(subscription) : null,
  };
}

/**
 * Asks for permission, subscribes this browser, and tells the server.
 * @throws ApiError, or the browser's error if its push service cannot be reached
 */
export async function turnOn(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && !isFor(publicKey, before)) await before.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  const body = { subscription: { endpoint: subscription.endpoint, keys: { p256dh, auth } } };
  try {
    await call("POST /api/users/push", { body });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

/** Removes this device from the server and ends the subscription. @throws ApiError */
export async function turnOff(id: string): Promise<void> {
  await removeDevice(id);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Removes a device from the server; succeeds if it is already gone. @throws ApiError */
export async function removeDevice(id: string): Promise<void> {
  try {
    await call("DELETE /api/users/push/{id}", { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

function isFor(publicKey: string, { options }: PushSubscription): boolean {
  const key = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));
  return btoa(key).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey;
}

/** The id, derived from the endpoint as on the server. */
async function idOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const bytes = [...new Uint8Array(hash).subarray(0, 12)];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
