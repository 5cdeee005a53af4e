import type { Page } from "@playwright/test";
import { signIn } from "./support/actor";
import { crowd } from "./support/crowd";
import { changeUsers } from "./support/database";
import { expect, test } from "./support/fixtures";
import { expenses, unsettled } from "./support/locators";
import { DEMO_EMAIL, formPath, guardedScreens } from "./support/screens";
import type { Event } from "@/lib/contract/events";
import { openReady } from "./support/ready";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// Difficult data: 40 members, names of 60 characters, names from right to left, 7-figure amounts, missing pictures;
// on the narrowest phone, and with text at twice the size.

/** What does not fit: a page wider than its window, or a text that is cut off without an ellipsis. */
async function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    /** Ends in "…", and the whole text is the link's or button's name. */
    const shortened = (element: Element | null): boolean => {
      if (element === null) return false;
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      return textOverflow === "ellipsis" || webkitLineClamp !== "none" || shortened(element.parentElement);
    };
    /** In a row that scrolls sideways, everything can be reached. */
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    /** By the edge of a card, for example. */
    const isCutOff = (box: DOMRect, outer: Element | null): boolean => {
      const overflow = outer && getComputedStyle(outer).overflowX;
      if (!outer || overflow === "auto" || overflow === "scroll") return false;
      const edge = outer.getBoundingClientRect();
      const clips = overflow !== "visible" && edge.width > 1;
      return (
        (clips && (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
        isCutOff(box, outer.parentElement)
      );
    };
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page: ${scrollWidth} > ${clientWidth}`);
    for (const element of document.querySelectorAll<HTMLElement>("main *, header *")) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const hidden =
        box.width <= 1 || box.height <= 1 || style.visibility === "hidden" || style.opacity === "0";
      const text = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (
        hidden ||
        !text ||
        shortened(element) ||
        element.closest("[aria-hidden=true], .sr-only, svg, option")
      )
        continue;
      const label = `${element.tagName} "${element.textContent?.trim().slice(0, 20)}"`;
      if ((box.left < -1 || box.right > clientWidth + 1) && !scrolls(element))
        found.push(`${label} lies outside`);
      const clips = style.overflowX !== "visible";
      if ((clips && element.scrollWidth > element.clientWidth + 1) || isCutOff(box, element.parentElement))
        found.push(`${label} is cut off`);
    }
    return found;
  });
}

const VARIANTS = [
  { width: 320, height: 640, textSize: "100%" },
  { width: 360, height: 740, textSize: "200%" },
  { width: 1440, height: 900, textSize: "200%" },
];

test("crowded screens fit, at every width and text size", async ({ person, server }) => {
  test.slow();
  const ana = await person("ana.silva");
  const { page } = ana;
  for (const path of await crowd(ana, server)) {
    await page.goto(path);
    for (const { textSize, ...viewport } of VARIANTS) {
      await page.setViewportSize(viewport);
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
      const variant = `${path}, ${viewport.width} px, text at ${textSize}`;
      expect.soft(await misfits(page), variant).toEqual([]);
      expect.soft(await brokenAmounts(page), variant).toEqual([]);
      expect.soft(await coveredLabels(page), variant).toEqual([]);
    }
  }
});

/** The labels of rows of tables whose text and amount overlap. */
function coveredLabels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("tbody tr")].flatMap((row) => {
      const [label, amount] = [row.querySelector("th"), row.querySelector("td .amount")];
      if (!label?.checkVisibility() || !amount) return [];
      const text = document.createRange();
      text.selectNodeContents(label);
      const [a, b] = [text.getBoundingClientRect(), amount.getBoundingClientRect()];
      const overlap =
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return overlap ? [label.textContent ?? ""] : [];
    }),
  );
}

test("screens of newcomers, previews, dialogs, and messages fit with text at twice the size", async ({
  person,
  newContext,
  server,
}) => {
  const large = async (page: Page, path: string) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  };
  const expectFit = async (page: Page, what: string) => {
    expect.soft(await misfits(page), what).toEqual([]);
    expect.soft(await brokenAmounts(page), what).toEqual([]);
    expect.soft(await brokenWords(page), what).toEqual([]);
  };
  const stranger = await (await newContext({ baseURL: server.url })).newPage();
  await large(stranger, "/");
  await expectFit(stranger, "the entry screen");

  const newcomer = (await person("ben.carter")).page;
  for (const path of ["/friends", "/groups", "/account"]) {
    await large(newcomer, path);
    await expectFit(newcomer, path);
  }
  await newcomer.getByRole("button", { name: "Delete my account" }).click();
  await expectFit(newcomer, "a dialog");

  const people = [await person("ana.silva"), await person("cleo.marsh"), await person("dan.reyes")] as const;
  const [ana, cleo, dan] = people;
  const event = await eventIn(await groupOf(ana, [cleo, dan]), ana);
  await expenseIn(event, cleo, "Cheese", 334.77);
  await expenseIn(event, dan, "Wine", 95.5);
  await large(ana.page, eventUrl(event));
  await ana.page.setViewportSize({ width: 320, height: 640 });
  expect.soft(await misfits(ana.page), "an event on the narrowest phone").toEqual([]);
  await ana.page.setViewportSize({ width: 360, height: 740 });
  await ana.page.getByLabel("Minimal transactions").check();
  await expect(ana.page.getByText("This is a preview.", { exact: false })).toBeVisible();
  await expectFit(ana.page, "a plan");
  await ana.page.getByLabel("Minimal transactions").uncheck();
  await ana.page.getByRole("button", { name: "Settle" }).first().click();
  await expect(ana.page.getByRole("alert").filter({ hasText: "Settled:" })).toBeVisible();
  await expectFit(ana.page, "a message");
});

test("the buttons of a long question are in view, and its end can be read above them", async ({ person }) => {
  const ana = await person("ana.silva");
  const others = [];
  for (const name of ["ben.carter", "cleo.marsh", "dan.reyes", "elena.rossi", "farid.haddad", "grace.okafor"])
    others.push(await person(name));
  const group = await groupOf(ana, others);
  const event = await eventIn(group, ana, "Dinner");
  for (const payer of [ana, ...others.slice(0, 3)]) await expenseIn(event, payer, "Cheese", 70);
  const { page } = ana;
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(groupUrl(group));
  await page.getByRole("button", { name: "Delete Dinner" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.locator("summary").click();
  const last = dialog.getByRole("listitem").last();
  await expect(last).not.toBeInViewport();
  const buttons = dialog.getByRole("button");
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
  await last.evaluate((row) => row.scrollIntoView({ block: "end" }));
  const [row, button] = [(await last.boundingBox())!, (await buttons.first().boundingBox())!];
  expect(row.y + row.height).toBeLessThanOrEqual(button.y);
});

test("on a phone, rows of expenses are of one height, with and without a menu", async ({ person }) => {
  const [ana, elena] = [await person("ana.silva"), await person("elena.rossi")];
  const event = await eventIn(await groupOf(ana, [elena]), ana);
  await expenseIn(event, ana, "Night at the museum", 33.34);
  await expenseIn(event, elena, "Night at the museum", 333.34);
  for (const width of [360, 390, 430]) {
    await ana.page.setViewportSize({ width, height: 740 });
    await ana.page.goto(eventUrl(event));
    const rows = await expenses(ana.page).getByRole("listitem").all();
    expect(rows).toHaveLength(2);
    // Two lines. The line below a row is a part of it.
    for (const row of rows) expect((await row.boundingBox())?.height, `${width} px`).toBeLessThan(72);
  }
});

test("a screen is printed with dark text, without its bars", async ({ person }) => {
  const { page } = await person("ana.silva");
  await page.goto("/friends");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.reload();
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe("dark");
  await page.emulateMedia({ media: "print" });
  expect(await scheme()).toBe("light");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
});

test("amounts have tabular figures", async ({ person }) => {
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  await expenseIn(event, ana, "Cheese", 10);
  await ana.page.goto(eventUrl(event));
  for (const amount of [
    expenses(ana.page).getByText("$10.00"),
    unsettled(ana.page).getByText("$5.00").last(),
  ])
    await expect(amount).toHaveCSS("font-variant-numeric", "tabular-nums");
});

test("each icon shows a different part of the sprite", async ({ person }) => {
  const { page } = await person("ana.silva");
  await page.goto("/account");
  const icons = await page.locator(".icon").evaluateAll((all) =>
    all.map((icon) => {
      const { maskImage, maskPosition } = getComputedStyle(icon);
      return { name: /icon-[a-z-]+/.exec(icon.className)?.[0], maskImage, maskPosition };
    }),
  );
  const names = new Set(icons.map(({ name }) => name));
  expect(names.size).toBeGreaterThan(4);
  expect(new Set(icons.map(({ maskPosition }) => maskPosition)).size).toBe(names.size);
  const [sprite, ...others] = new Set(icons.map(({ maskImage }) => maskImage));
  expect(sprite).toMatch(/^url\(".*\/_next\/static\/media\/sprite\.[\w-]+\.svg"\)$/);
  expect(others).toEqual([]);
});

/** Amounts that break across lines or are outside the window. */
const brokenAmounts = (page: Page) => broken(page, String.raw`[+-]?\$[\d,]+\.\d\d`, true);

/** Words that break across lines, except those of addresses. */
const brokenWords = (page: Page) => broken(page, String.raw`(?<![\w@.])[A-Za-z]{2,}(?![\w@]|\.\w)`, false);

/** Texts of this pattern that break across lines, or, if they must be `visible`, are outside the window. */
async function broken(page: Page, pattern: string, visible: boolean): Promise<string[]> {
  const find = ({ source, inWindow }: { source: string; inWindow: boolean }) => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement: parent, textContent: text } = node;
      if (!parent?.checkVisibility() || parent.closest(".sr-only, script, style")) continue;
      for (const { 0: match, index } of text?.matchAll(new RegExp(source, "g")) ?? []) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + match.length);
        const boxes = [...range.getClientRects()];
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        const outside = inWindow && boxes.some(({ left, right }) => left < 0 || right > width);
        if (lines.size > 1 || outside) found.push(`${match} in ${parent.outerHTML.slice(0, 120)}`);
      }
    }
    return found;
  };
  return page.evaluate(find, { source: pattern, inWindow: visible });
}

test("no amount or word breaks or is cut off at 200 % text size", async ({ newContext, server, guard }) => {
  guard.allowStatus(404);
  const context = await newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
  const ana = await signIn(context, server.url, DEMO_EMAIL);
  await ana.page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%"));
  });
  for (const { name, path } of await guardedScreens(ana)) {
    await ana.page.goto(path);
    for (const summary of await ana.page.locator("main summary").all()) await summary.click();
    for (const width of [360, 390]) {
      await ana.page.setViewportSize({ width, height: 740 });
      expect.soft(await brokenAmounts(ana.page), name).toEqual([]);
      expect.soft(await brokenWords(ana.page), name).toEqual([]);
      expect.soft(await misfits(ana.page), name).toEqual([]);
    }
  }
});

test("amounts are readable in the fields of a split: the largest one, and five figures at 200 % text size", async ({
  newContext,
  server,
}) => {
  const context = await newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url });
  const ana = await signIn(context, server.url, DEMO_EMAIL);
  const { page } = ana;
  const path = await formPath(ana);
  await page.goto(path);
  await page.getByRole("button", { name: "More ways" }).click();
  await page.getByRole("radio", { name: "Adjust", exact: true }).check();
  await page.getByRole("button", { name: "Paid by you" }).click();
  await page.getByRole("button", { name: "Several people" }).click();
  const fields = page.locator("fieldset input[inputmode=decimal]");
  expect(await fields.count()).toBeGreaterThan(5);

  for (const [size, value] of [
    ["100%", "-9,999,999.99"],
    ["200%", "-12,345.67"],
  ] as const) {
    for (const field of await fields.all()) await field.fill(value);
    await page.evaluate((textSize) => (document.documentElement.style.fontSize = textSize), size);
    const cut = await fields.evaluateAll((inputs: HTMLInputElement[]) =>
      inputs
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ ariaLabel }) => ariaLabel),
    );
    expect(cut, `cut off, text at ${size}`).toEqual([]);
    expect(await misfits(page), `text at ${size}`).toEqual([]);
  }
});

test("the visual order of controls is the tab order", async ({ newContext, server, guard }) => {
  guard.allowStatus(404);
  const context = await newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.url });
  const ana = await signIn(context, server.url, DEMO_EMAIL);
  const reversed = () =>
    ana.page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((one) => getComputedStyle(one).flexDirection.endsWith("reverse"))
        .filter((one) => one.querySelectorAll("a, button, input, summary").length > 1)
        .map((one) => one.outerHTML.slice(0, 120)),
    );
  for (const { name, path } of await guardedScreens(ana)) {
    await ana.page.goto(path);
    expect.soft(await reversed(), name).toEqual([]);
    const opener = ana.page.getByRole("button", { name: /^(Delete|Leave Group|Block|Pay part)/ });
    if ((await opener.count()) === 0) continue;
    await opener.first().click();
    await ana.page.locator("dialog[open]").waitFor();
    expect.soft(await reversed(), `${name}, with a dialog`).toEqual([]);
  }
});

test("broken pictures show initials, and nothing is lost", async ({ person, guard, server }) => {
  guard.allow(/Failed to load resource/);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const picture = "https://lh3.googleusercontent.com/broken.png";
  await changeUsers(server, new Map([[ben.id, { image: picture }]]));
  await befriend(ana, ben);
  let requested = 0;
  await ana.page.route(picture, (route) => {
    requested++;
    return route.fulfill({ status: 404 });
  });
  await ana.page.goto("/friends");
  const row = ana.page.getByRole("listitem").filter({ hasText: ben.name });
  await expect.poll(() => requested).toBeGreaterThan(0);
  await expect(row.locator("img")).toHaveCount(0);
  await expect(row).toContainText(/^B[A-Z]/);
});

test("on a desktop, the button of a new expense is in view, also if the event has fewer participants", async ({
  person,
}) => {
  const ana = await person("ana.silva", { viewport: { width: 1440, height: 900 } });
  const ben = await person("ben.carter");
  const { _id: groupId } = await groupOf(ana, [ben, await person("cleo.marsh")]);
  const event = await ana.post<Event>("/api/events", {
    title: "Hike",
    date: "2026-03-14",
    createdBy: ana.id,
    groupId,
    participants: [ana.id, ben.id],
  });
  const { page } = ana;
  await openReady(page, `${eventUrl(event)}/add-expense`);
  await page.getByLabel("Amount").fill("1234567.89");
  await expect(page.getByRole("button", { name: "Only the 2 participants" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Expense" })).toBeInViewport({ ratio: 1 });
});
