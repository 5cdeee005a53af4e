import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Context, type Driver } from "selenium-webdriver/firefox";
import type { Expense } from "@/lib/contract/expenses";
import { DIGEST_MS } from "@/lib/core/notices";
import { Person } from "../support/person";
import { installedEngines } from "./engines";
import { expect, signIn, test as base } from "./fixtures";
import { MozillaPushService } from "./mozilla-push-service";

// From an expense to a click on what Firefox shows, with nothing replaced but the push service. Those of the other browsers
// have no public protocol.

const SECRET = "s".repeat(32);

const test = base.extend<{ push: MozillaPushService; clock: string }>({
  engine: "Firefox",
  push: async ({}, use) => {
    const push = await MozillaPushService.start();
    await use(push);
    await push.stop();
  },
  prefs: async ({ push }, use) => use(push.prefs),
  clock: async ({}, use, info) => {
    const file = info.outputPath("clock");
    await writeFile(file, "0");
    await use(file);
  },
  visited: async ({ push, clock, startServer }, use) => {
    const settings = { PUSH_HOSTS: push.host, CRON_SECRET: SECRET, CHAOS_CLOCK: clock };
    await use(
      await startServer({ ...settings, NODE_OPTIONS: `--require ${resolve("e2e/chaos/clock.cjs")}` }),
    );
  },
});

/** Runs a script in the window of the notification that Firefox shows. @returns null if there is none */
async function inNotification<T>(driver: Driver, script: string): Promise<T | null> {
  await driver.setContext(Context.CHROME);
  try {
    return await driver.executeScript(`
      const { document } = Services.wm.getMostRecentWindow("alert:alert") ?? {};
      const find = (id) => document.getElementById(id);
      return document?.readyState === "complete" ? ${script} : null`);
  } finally {
    await driver.setContext(Context.CONTENT);
  }
}

/** Its title and text. */
const shown = (driver: Driver) =>
  inNotification<string[]>(
    driver,
    `[find("alertTitleLabel").getAttribute("value"), find("alertTextLabel").textContent]`,
  );

const click = (driver: Driver) => inNotification(driver, `find("alertBox").click()`);

if (installedEngines().names.includes("Firefox"))
  test("an expense is shown as a notification, and a click on it leads there, until the logout", async ({
    browsing: { visitor },
    visited,
    push,
    clock,
  }) => {
    test.slow();
    const driver = visitor.driver as Driver;
    const [ana, ben] = ["ana.silva", "ben.carter"].map(
      (name) => new Person(() => visited.url, `${name}@demo.test`),
    ) as [Person, Person];
    await Promise.all([ana.signIn(), ben.signIn()]);
    let past = 0;
    /** An expense of Ben's that Ana is told of, when the time is over in which more would be told along. @returns its path */
    const add = async (description: string) => {
      const { _id } = await ben.call<Expense>("POST", "/api/expenses", {
        friendId: ana.id,
        paidBy: ben.id,
        splitWith: [ana.id, ben.id],
        description,
        amount: 24,
      });
      const sent = push.received.length;
      await expect(async () => {
        past += DIGEST_MS;
        await writeFile(clock, String(past));
        await ben.send("POST", "/api/jobs", { headers: { Authorization: `Bearer ${SECRET}` } });
        expect(push.problems).toEqual([]);
        expect(push.received).toHaveLength(sent + 1);
      }).toPass();
      return new RegExp(`/expenses/${_id}$`);
    };
    const devices = async () =>
      (await ana.call<{ devices: { _id: string }[] }>("GET", "/api/users/push")).devices.map(
        ({ _id }) => _id,
      );

    await signIn(visitor, ana.email);
    await visitor.open("/account");
    await visitor.press("Turn on");
    await visitor.reads("Turn off");
    const [first] = await devices();
    push.forget();
    // Subscribed again, in place of the subscription that has ended.
    await expect.poll(devices).toEqual([expect.not.stringMatching(first!)]);

    const taxi = await add("Taxi");
    const told = ["You and Ben", "Your share of Taxi is $12.00. You owe Ben Carter $12.00."];
    await expect.poll(() => shown(driver)).toEqual(told);
    await click(driver);
    await visitor.at(taxi);
    await visitor.reads("Taxi");

    // No window shows Evenly.
    await driver.get("about:blank");
    const tea = await add("Tea");
    await expect.poll(() => shown(driver)).not.toBeNull();
    await click(driver);
    await expect.poll(() => driver.getAllWindowHandles()).toHaveLength(2);
    await driver.switchTo().window((await driver.getAllWindowHandles())[1]!);
    await visitor.at(tea);

    await add("Bread");
    await expect.poll(() => shown(driver)).not.toBeNull();
    expect(push.acks).toEqual([100, 100, 100]);
    await visitor.open("/account");
    await visitor.press("Logout");
    await visitor.at(/^\/login$/);
    await expect.poll(() => push.channels.size).toBe(0);
    expect(await shown(driver)).toBeNull();
    expect(await devices()).toEqual([]);
  });
