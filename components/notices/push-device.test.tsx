import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createHash, webcrypto } from "node:crypto";
import { aSubscription } from "@/testing/operations";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { Notifications } from "./notifications";

const { endpoint, keys } = aSubscription("here");
const publicKey = keys.p256dh;
const here = createHash("sha256").update(endpoint).digest("hex").slice(0, 24);
const phone = {
  _id: "5e1".padEnd(24, "0"),
  device: "Chrome on Android",
  createdAt: "2026-11-20T09:00:00.000Z",
};

/** The browser under test, as far as the screen uses it. */
const browser = {
  permission: "default" as NotificationPermission,
  answer: "granted" as NotificationPermission,
  subscribed: null as string | null,
  fails: false,
};

const subscriptionFor = (key: string) => ({
  endpoint,
  options: { applicationServerKey: new Uint8Array(Buffer.from(key, "base64url")).buffer },
  toJSON: () => ({ endpoint, keys, expirationTime: null }),
  unsubscribe: async () => {
    browser.subscribed = null;
    return true;
  },
});
const pushManager = {
  getSubscription: async () => browser.subscribed && subscriptionFor(browser.subscribed),
  subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (browser.fails) throw new DOMException("push service error", "AbortError");
    browser.subscribed = applicationServerKey;
    return subscriptionFor(applicationServerKey);
  },
};
const registration = { pushManager };

const define = (object: object, name: string, value: unknown) =>
  Object.defineProperty(object, name, { value, configurable: true });

function supported() {
  define(window, "PushManager", class {});
  define(window, "Notification", {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => (browser.permission = browser.answer),
  });
  define(navigator, "serviceWorker", {
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  });
  define(window, "crypto", webcrypto);
}

let sent: Sent[];
let devices: (typeof phone)[];
let key: string | null;
let change: () => FakeResponse | undefined;

beforeEach(() => {
  Object.assign(browser, { permission: "default", answer: "granted", subscribed: null, fails: false });
  devices = [];
  key = publicKey;
  change = () => undefined;
  supported();
});
afterEach(() => {
  for (const name of ["PushManager", "Notification"]) Reflect.deleteProperty(window, name);
  for (const name of ["serviceWorker", "standalone"]) Reflect.deleteProperty(navigator, name);
});

function show() {
  sent = fakeApi(({ method, path }) => {
    if (method === "GET") return { body: [] };
    const answer = change();
    if (answer) return answer;
    if (method === "POST") devices = [{ ...phone, _id: here, device: "Firefox on Linux" }, ...devices];
    else devices = devices.filter(({ _id }) => !path.endsWith(_id));
    return { body: method === "POST" ? { _id: here } : { success: true } };
  });
  showScreen(ana, () => (
    <main>
      <Notifications publicKey={key} pushDevices={devices} />
    </main>
  ));
}
const writes = () => sent.filter(({ method }) => method !== "GET");
async function button(name: string) {
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
  return screen.getByRole("button", { name });
}

test("notifications are off until the user turns them on, and can be turned off again", async () => {
  show();
  expect(await screen.findByText("Off")).toBeVisible();
  expect([writes(), browser.permission]).toEqual([[], "default"]);
  await userEvent.click(await button("Turn on"));
  expect(await screen.findByText("On")).toBeVisible();
  expect(browser.subscribed).toBe(publicKey);
  expect(writes()).toMatchObject([
    { method: "POST", path: "/api/users/push", body: { subscription: { endpoint, keys } } },
  ]);
  await userEvent.click(await button("Turn off"));
  expect(await screen.findByText("Off")).toBeVisible();
  expect(writes()[1]).toMatchObject({ method: "DELETE", path: `/api/users/push/${here}` });
  expect(browser.subscribed).toBeNull();
});

test("other devices are listed, this one is not; each can be removed", async () => {
  Object.assign(browser, { permission: "granted", subscribed: publicKey });
  devices = [{ ...phone, _id: here, device: "Firefox on Linux" }, phone];
  show();
  expect(await screen.findByText("On")).toBeVisible();
  const list = screen.getByRole("list", { name: "Other devices with notifications" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  expect(list).toHaveTextContent(/Chrome on Android.*Notifications since/);
  await userEvent.click(await button("Remove Chrome on Android"));
  await waitFor(() => expect(list).not.toBeInTheDocument());
  expect(writes()).toMatchObject([{ method: "DELETE", path: `/api/users/push/${phone._id}` }]);
  expect(screen.getByText("On")).toBeVisible();
});

test("a device that was removed elsewhere, or belongs to another person or key, is off", async () => {
  Object.assign(browser, { permission: "granted", subscribed: publicKey });
  show();
  expect(await screen.findByText("Off")).toBeVisible();
  // Turning it on again with a key that the server no longer has.
  browser.subscribed = Buffer.from("another key").toString("base64url");
  await userEvent.click(await button("Turn on"));
  expect(await screen.findByText("On")).toBeVisible();
  expect(browser.subscribed).toBe(publicKey);
});

test("a device that was removed elsewhere meanwhile can be turned off", async () => {
  Object.assign(browser, { permission: "granted", subscribed: publicKey });
  devices = [{ ...phone, _id: here }];
  show();
  await screen.findByText("On");
  change = () => {
    devices = [];
    return refusal(404, "not-found", "We couldn't find that.");
  };
  await userEvent.click(await button("Turn off"));
  expect(await screen.findByText("Off")).toBeVisible();
  expect(browser.subscribed).toBeNull();
});

test("without permission, it says how to allow them, until they are allowed", async () => {
  browser.answer = "denied";
  show();
  await userEvent.click(await button("Turn on"));
  expect(
    await screen.findByText("Your browser blocks notifications from Evenly. Allow them in its settings."),
  ).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  expect(writes()).toEqual([]);
  browser.permission = "granted";
  act(() => void window.dispatchEvent(new Event("focus")));
  expect(await button("Turn on")).toBeVisible();
});

test("a question that is closed without an answer changes nothing", async () => {
  browser.answer = "default";
  show();
  await userEvent.click(await button("Turn on"));
  expect(await button("Turn on")).toBeEnabled();
  expect([writes(), screen.queryByRole("alert")]).toEqual([[], null]);
});

test.each([
  [undefined, "This browser doesn't support notifications here."],
  [false, "On iPhone and iPad, add Evenly to the home screen first."],
  [true, "This browser doesn't support notifications here."],
])("where there are none, and `standalone` is %s, it says why", async (standalone, text) => {
  Reflect.deleteProperty(window, "PushManager");
  if (standalone !== undefined) define(navigator, "standalone", standalone);
  devices = [phone];
  show();
  expect(await screen.findByText(text)).toBeVisible();
  expect(await button("Remove Chrome on Android")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Turn/ })).toBeNull();
});

test("what the browser or the server refuses is said, and it stays off", async () => {
  browser.fails = true;
  show();
  await userEvent.click(await button("Turn on"));
  expect(await screen.findByText("Notifications couldn't be turned on in this browser.")).toBeVisible();
  expect(writes()).toEqual([]);
  browser.fails = false;
  const reason = "Notifications don't work in this browser: its push service is not supported.";
  change = () => refusal(422, "invalid", reason);
  await userEvent.click(await button("Turn on"));
  expect(await screen.findByText(reason)).toBeVisible();
  expect(browser.subscribed).toBeNull();
  expect(screen.getByText("Off")).toBeVisible();
});

test("a server without keys says that it sends none", async () => {
  key = null;
  show();
  expect(await screen.findByText("This server doesn't send notifications to devices.")).toBeVisible();
});
