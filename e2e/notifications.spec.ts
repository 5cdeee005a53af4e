import type { BrowserContext, Page } from "@playwright/test";
import { aSubscription } from "@/testing/operations";
import { type Actor, signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";

// Push messages in a real browser. The one of these tests shows no notifications, and reaches no push service: permission,
// subscription, and what is shown are ours, and the browser's own tools deliver the message to the worker. In Firefox, all of it
// is real: e2e/browsers/push.spec.ts.

test.use({ serviceWorkers: "allow" });

/** Grants what this browser always denies, and replaces its subscription by one that its profile remembers. */
async function allowNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript((subscription) => {
    const KEY = "test:subscribed";
    const subscribed = () => {
      const key = localStorage.getItem(KEY);
      if (!key) return null;
      const applicationServerKey = Uint8Array.from(
        atob(key.replaceAll("-", "+").replaceAll("_", "/")),
        (character) => character.charCodeAt(0),
      ).buffer;
      return {
        endpoint: subscription.endpoint,
        options: { applicationServerKey },
        toJSON: () => subscription,
        unsubscribe: async () => localStorage.removeItem(KEY),
      };
    };
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscribed(),
      subscribe: async (options: { applicationServerKey: string }) => {
        localStorage.setItem(KEY, options.applicationServerKey);
        return subscribed();
      },
    });
  }, aSubscription("e2e"));
}

async function aDevice(person: (name: string) => Promise<Actor>): Promise<Actor> {
  const ana = await person("ana");
  await allowNotifications(ana.context);
  return ana;
}

const section = (page: Page) => page.getByRole("region", { name: "Notifications" });
const devicesOf = async (actor: Actor) =>
  (await actor.get<{ devices: { device: string }[] }>("/api/users/push")).devices.map(({ device }) => device);

test("notifications are turned on and off on this device, and end with the session", async ({ person }) => {
  const ana = await aDevice(person);
  const { page } = ana;
  await page.goto("/account");
  const here = section(page);
  await here.getByRole("button", { name: "Turn on" }).click();
  await expect(here.getByText("On", { exact: true })).toBeVisible();
  expect(await devicesOf(ana)).toEqual([expect.stringMatching(/^Chrom\w+ on /)]);
  await page.reload();
  await here.getByRole("button", { name: "Turn off" }).click();
  await expect(here.getByText("Off", { exact: true })).toBeVisible();
  expect(await devicesOf(ana)).toEqual([]);
  await here.getByRole("button", { name: "Turn on" }).click();
  await expect(here.getByText("On", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/login");
  // The same person, in the same browser.
  await signIn(ana.context, new URL(page.url()).origin, ana.email);
  expect(await devicesOf(ana)).toEqual([]);
});

test("signing in again in the browser keeps them; another person's are not shown there", async ({
  person,
}) => {
  const ana = await aDevice(person);
  const { page } = ana;
  await page.goto("/account");
  const url = new URL(page.url()).origin;
  await section(page).getByRole("button", { name: "Turn on" }).click();
  await expect(section(page).getByText("On", { exact: true })).toBeVisible();
  // As if the session had expired: the browser has no cookie of it any more.
  await ana.context.clearCookies({ name: "authjs.session-token" });
  await signIn(ana.context, url, ana.email);
  expect(await devicesOf(ana)).toHaveLength(1);
  await ana.context.clearCookies({ name: "authjs.session-token" });
  const ben = await signIn(ana.context, url, `ben.after.${ana.email}`);
  await ben.page.goto("/account");
  await expect(section(ben.page).getByText("Off", { exact: true })).toBeVisible();
  expect(await devicesOf(ben)).toEqual([]);
});

test("without permission, the screen says how to allow them", async ({ person }) => {
  const { page } = await person("ana");
  // This browser denies what nobody has granted.
  await page.goto("/account");
  await expect(section(page).getByText(/Your browser blocks notifications from Evenly/)).toBeVisible();
  await expect(section(page).getByRole("button")).toHaveCount(0);
});

test("a message is shown as a notification, and a tap leads there", async ({ person }) => {
  const { context, page } = await aDevice(person);
  await page.goto("/account");
  const origin = new URL(page.url()).origin;
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    }),
  );
  await tools.send("ServiceWorker.enable");
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(`
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, ...options });
    // Only a finger may focus a window.
    WindowClient.prototype.focus = async function () { return this; };
  `);
  const deliver = async (data: string) =>
    tools.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registered, data });
  const shown = () => worker!.evaluate<object[]>("self.shown");
  await deliver(JSON.stringify({ title: "Trip", body: "Ben added Taxi.", path: "/groups", tag: "7" }));
  const images = { icon: "/icon-192.png", badge: "/icon-badge.png" };
  const trip = { title: "Trip", body: "Ben added Taxi.", tag: "7", data: { path: "/groups" }, ...images };
  await expect.poll(shown).toEqual([trip]);
  await deliver("broken");
  await expect.poll(shown).toEqual([trip, { title: "Evenly", body: "There is something new.", ...images }]);

  await worker!.evaluate(`
    const tap = new ExtendableEvent("notificationclick");
    tap.notification = { ...self.shown[0], close: () => self.shown.splice(0) };
    self.dispatchEvent(tap);
  `);
  await page.waitForURL("/groups");
  expect(await shown()).toEqual([]);
});
