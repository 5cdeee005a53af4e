import { inflateSync } from "node:zlib";
import { Person } from "../support/person";
import { guardedScreens, OPEN_SCREENS } from "../support/screens";
import { installedEngines } from "./engines";
import { expect, NARROW, signIn, test } from "./fixtures";

// A dinner, every screen, and what is seen after a logout, in the engines of half of the users (docs/commands.md).

/** Phone and desktop. */
const SIZES = [NARROW, { width: 1440, height: 900 }];
const EMAIL = "ana.silva@demo.test";

/** Its declared types demand each option, and return nothing. */
type Printer = { printPage: (options: object) => Promise<string> };
/** In the page: what is too wide, broken, or unusually high. */
function findings(): string[] {
  const width = document.documentElement.clientWidth;
  const isWide = (element: Element) => {
    const { width: own, right } = element.getBoundingClientRect();
    const scrolls = element.closest(".sr-only, [class*=overflow-x]");
    return own > 0 && right > width + 1 && element.checkVisibility() && !scrolls;
  };
  const wide = [...document.querySelectorAll("header *, main *")].find(isWide);
  return [
    ...(document.documentElement.scrollWidth > width ? ["The page scrolls sideways."] : []),
    ...(wide && document.documentElement.scrollWidth > width
      ? [`too wide: ${wide.outerHTML.slice(0, 100)}`]
      : []),
    ...[...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility())
      .map(({ src }) => `a broken picture: ${src.slice(0, 100)}`),
    ...[...document.querySelectorAll("[type=search]")]
      .filter((field) => field.checkVisibility() && field.getBoundingClientRect().height > 50)
      .map((field) => `a search field of ${field.getBoundingClientRect().height} px`),
    ...[...document.querySelectorAll("fieldset")]
      .map((one) => one.getBoundingClientRect().bottom - one.lastElementChild!.getBoundingClientRect().bottom)
      .filter((blank) => blank > 2)
      .map((blank) => `${blank} px of blank in a fieldset`),
  ];
}

/** How many pages a PDF has, in base64, as Firefox writes it: compressed. */
function pagesOf(base64: string): number {
  const pdf = Buffer.from(base64, "base64").toString("latin1");
  for (const [, stream] of pdf.matchAll(/stream\r?\n(.*?)endstream/gs)) {
    try {
      const text = inflateSync(Buffer.from(stream!, "latin1")).toString("latin1");
      const count = /\/Type \/Pages\b[^>]*\/Count (\d+)/.exec(text)?.[1];
      if (count) return Number(count);
    } catch {
      // A picture or a font.
    }
  }
  throw new Error("The PDF does not tell how many pages it has.");
}

for (const engine of installedEngines().names) {
  test.describe(engine, () => {
    test.use({ engine });

    test("a dinner: from a new group to a settled event that is shared", async ({
      browsing: { visitor },
    }) => {
      test.slow();
      await signIn(visitor, `nora.field.${engine.toLowerCase()}@demo.test`);
      await visitor.reads("You are all set!");

      await visitor.open("/create-group");
      await visitor.fill("Group Title", "Winter hut");
      await visitor.fill("Participants", "Aunt Íris");
      await visitor.press("Add “Aunt Íris” without an account");
      await visitor.press("create");
      await visitor.press("Add the first event");
      await visitor.fill("Event title", "Raclette");
      await visitor.press("Create Event");
      await visitor.press("Add the first expense");
      await visitor.at(/add-expense$/);
      const eventPath = (await visitor.path()).replace(/\/add-expense$/, "");
      const add = async (description: string, amount: string, split?: () => Promise<void>) => {
        await visitor.open(`${eventPath}/add-expense`);
        await visitor.fill("Description", description);
        await visitor.fill("Amount", amount);
        await split?.();
        await visitor.press("Add Expense");
        await visitor.at(/\/events\/\w+$/);
        await visitor.reads(description);
      };
      await add("Cheese", "12+8,50");
      await add("Wine", "30", async () => {
        await visitor.press("Amounts");
        await visitor.fill("Dollars for Nora", "10");
        await visitor.fill("Dollars for Aunt Íris", "20");
      });
      await add("Taxi", "9", async () => {
        await visitor.press("Shares");
        await visitor.fill("Shares for Aunt Íris", "2");
      });
      await visitor.reads("$59.50");
      // 10.25 of the cheese, 20 of the wine, 6 of the taxi
      await visitor.reads("$36.25");

      await visitor.press("Settle");
      await visitor.reads("Nothing to settle.");
      await visitor.press("Undo");
      await visitor.reads("You're owed");
      await visitor.press("Settle");
      await visitor.reads("Nothing to settle.");

      // By its link: in Firefox, another page opened while the screen is refreshed may be replaced by it again.
      await visitor.press("Statement");
      await visitor.press("Share a link");
      await visitor.reads("Link copied.");
      await visitor.reads("Revoke");
      await visitor.open(eventPath);
      await visitor.press("Close event");
      await visitor.press("Close event", "//dialog[@open]");
      await visitor.reads("Closed on");

      await visitor.open(`${eventPath}/statement`);
      await visitor.reads("Closed on");
      // WebKit's driver cannot print.
      if (engine === "WebKit") return;
      const { printPage } = visitor.driver as unknown as Printer;
      expect(pagesOf(await printPage.call(visitor.driver, {}))).toBe(1);
    });

    for (const size of SIZES) {
      test(`every screen, ${size.width} px wide`, async ({ browsing: { visitor, url }, server }) => {
        test.slow();
        const person = await new Person(() => server.url, EMAIL).signIn();
        const screens = await guardedScreens({
          id: person.id,
          get: (path) => person.call("GET", path),
          post: (path, body) => person.call("POST", path, body),
        });
        await visitor.driver.manage().window().setRect(size);
        const found: Record<string, string[]> = {};
        const look = async ({ name, path }: { name: string; path: string }) => {
          await visitor.driver.get(url + path);
          const problems = await visitor.driver.executeScript<string[]>(findings);
          if (problems.length > 0) found[name] = problems;
        };
        for (const screen of OPEN_SCREENS) await look(screen);
        await signIn(visitor, EMAIL);
        for (const screen of screens) await look(screen);
        expect(found).toEqual({});
      });
    }

    test("nothing of an account is seen after logging out, also not by going back", async ({
      browsing: { visitor },
    }) => {
      await signIn(visitor, EMAIL);
      await visitor.open("/groups");
      const group: string = await visitor.driver.executeScript(
        "return document.querySelector('main a[href^=\"/groups/\"]').getAttribute('href')",
      );
      // Whole pages, which browsers keep.
      await visitor.open(group);
      await visitor.driver.navigate().refresh();
      await visitor.open("/account");
      await visitor.press("Logout");
      await visitor.at(/^\/login$/);
      await visitor.reads("You have signed out.");
      for (let step = 0; step < 3; step += 1) {
        await visitor.driver.navigate().back();
        await visitor.at(/^\/(login)?$/);
        expect(await visitor.text()).not.toMatch(/Welcome|Members|\$\d/);
      }
    });
  });
}
