import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { signedIn, type Actor } from "./support/actor";
import { test as demo } from "./support/fixtures";
import { chooseAccount, expect, newAccount, test } from "./support/google";
import { alert, unsettled } from "./support/locators";
import { openPayment, screensOf } from "./support/screens";
import { befriend, eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

// Texts that would be scripts if they were treated as HTML, and pages of other origins that try to act here.

/** What a foreign script would leave behind. */
const MARK = "hx";

/** It would run as a link, and ends an element and an attribute. */
const SHORT = `javascript:${MARK}=1//</title></script>"'><svg/onload=${MARK}=1>`;
/** It would also run as a script element or in a template. Too long for a group's title. */
const LONG = `javascript:${MARK}=1//\${${MARK}=1}{{${MARK}=1}}</title></script>"'><script>${MARK}=1</script><svg/onload=${MARK}=1>`;

/** Nothing ran, the text created no elements, and the page shows it as written. */
async function expectInert(page: Page, path: string, texts: readonly string[]): Promise<void> {
  await page.goto(path);
  expect(await page.evaluate((mark) => mark in window, MARK), path).toBe(false);
  const made = page.locator("svg[onload], body script:not([nonce])");
  expect(await made.count(), path).toBe(0);
  const shown = await page.locator("body").innerText();
  const values = await page
    .locator("input")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).join("\n"));
  for (const text of texts) expect(`${shown}\n${values}`, path).toContain(text);
}

test.describe("scripts in every text", () => {
  test.use({ baseURL: async ({ google }, use) => use(google.app.url) });

  test("are shown as text, on every screen", async ({ newContext, google }) => {
    test.slow();
    const enter = async (name: string): Promise<Actor> => {
      const page = await (await newContext({ baseURL: google.app.url })).newPage();
      await chooseAccount(page, google, newAccount(google.provider, { name }));
      await page.waitForURL(`${google.app.url}/friends`);
      return signedIn(page.context(), google.app.url, page);
    };
    const eve = await enter(LONG);
    const ana = await enter(`Ana ${LONG}`);
    expect(eve.name).toBe(LONG);
    const [title, what, paid] = [SHORT, `event ${LONG}`, `expense ${LONG}`];
    const group = await groupOf(eve, [ana], title);
    const event = await eventIn(group, eve, what);
    const expense = await expenseIn(event, eve, paid, 12.34);
    const shared = await eve.post<{ url: string }>(`/api/events/${event._id}/statement-links`, {});
    const asked = await enter(`Asked ${LONG}`);
    await asked.post("/api/users/friends/request", { to: eve.id, from: asked.id });

    const items = { friend: ana.id, expense: expense._id, settlement: await openPayment(eve, event) };
    const screens = await screensOf(eve, event, items);
    const inGroup = "/groups/{groupId}";
    const inEvent = `${inGroup}/events/{eventId}`;
    /** What the screens show of it; the others need not show any. */
    const shown: Record<string, string[]> = {
      "/friends": [ana.name],
      "/friends/{friendId}": [ana.name],
      "/requests": [asked.name],
      "/groups": [title],
      [inGroup]: [title, what, LONG],
      [`${inGroup}/activity`]: [paid],
      "/search?q=e&group={groupId}": [what, paid],
      "/search?q=e&event={eventId}": [what, paid],
      [`${inGroup}/edit`]: [title],
      [inEvent]: [what, paid],
      [`${inEvent}/activity`]: [paid],
      [`${inEvent}/statement`]: [what],
      [`${inEvent}/table`]: [title],
      [`${inEvent}/edit`]: [what],
      [`${inEvent}/expenses/{expenseId}`]: [paid, LONG],
      [`${inEvent}/edit-expense/{expenseId}`]: [paid],
      [`${inEvent}/why/{settlementId}`]: [what, paid],
    };
    expect(screens.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(shown)));
    for (const { name, path } of screens) await expectInert(eve.page, path, shown[name] ?? []);
    await expectInert(eve.page, shared.url, [what, LONG]);

    // Content that appears without a page load: a toast, search results, the browser's stored data.
    await ana.page.goto(eventUrl(event));
    await unsettled(ana.page).getByRole("button", { name: "Settle" }).click();
    await expect(alert(ana.page, `Settled: You paid ${eve.name.split(" ")[0]} $6.17.`)).toBeVisible();
    await asked.page.goto("/add-friend");
    await asked.page.getByLabel("Email").fill(ana.email);
    await expect(asked.page.getByText(ana.name)).toBeVisible();
    for (const { page } of [ana, asked])
      expect(await page.evaluate((mark) => mark in window, MARK)).toBe(false);
  });
});

demo.describe("a page of another origin", () => {
  let other: Server;
  let origin: string;
  demo.beforeAll(async () => {
    other = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<body>"));
    other.listen(0, "localhost");
    await once(other, "listening");
    origin = `http://localhost:${(other.address() as AddressInfo).port}`;
  });
  demo.afterAll(async () => {
    other.close();
    await once(other, "close");
  });

  demo(
    "can neither frame a screen nor write, though the browser is signed in",
    async ({ person, server, guard }) => {
      // The browser reports what it blocked.
      guard.allow(/frame-ancestors|X-Frame-Options|blocked by CORS|net::ERR_FAILED/);
      guard.allowStatus(400, 403, 404, 405);
      const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
      await befriend(ana, ben);
      const event = await eventIn(await groupOf(ana, [await person("cleo.dunn")]), ana);
      const page = await ana.context.newPage();
      await page.goto(origin);

      for (const path of ["/friends", "/account", "/", "/nowhere", "/api/groups", "/sticker.svg", "/%E0"]) {
        const framed = await page.evaluate(async (url) => {
          const frame = document.createElement("iframe");
          frame.src = url;
          const loaded = new Promise((resolve) => (frame.onload = resolve));
          document.body.append(frame);
          await loaded;
          // The browser replaces a blocked frame with an error page of an opaque origin.
          try {
            return frame.contentWindow?.length === undefined ? "nothing" : frame.contentWindow.origin;
          } catch {
            return "refused";
          }
        }, server.url + path);
        expect(framed, path).toBe("refused");
        for (const frame of page.frames().slice(1))
          expect(await frame.content(), path).not.toContain("Evenly");
      }

      const stored = () => ana.get<unknown[]>(`/api/expenses?eventId=${event._id}`);
      const body = JSON.stringify({
        eventId: event._id,
        description: "Theirs",
        amount: 5,
        splitWith: [ana.id],
      });
      const send = (type: string, mode: RequestMode) =>
        page.evaluate(
          async ([url, text, contentType, how]) => {
            const answer = await fetch(url, {
              method: "POST",
              mode: how as RequestMode,
              credentials: "include",
              headers: { "Content-Type": contentType },
              body: text,
            }).catch(() => undefined);
            return answer?.type ?? "failed";
          },
          [`${server.url}/api/expenses`, body, type, mode] as const,
        );
      expect(await send("text/plain", "no-cors")).toBe("opaque");
      expect(await send("application/json", "cors")).toBe("failed");
      expect(await stored()).toEqual([]);

      // A form is sent with the cookies, but the session survives.
      const before = (await ana.context.cookies()).find(({ name }) => name.includes("session-token"))?.value;
      const elsewhere = "This request came from another site.";
      for (const [path, said] of [
        ["/account", "This method is not allowed here."],
        ["/api/sign-out", elsewhere],
        ["/api/auth/signout", elsewhere],
        ["/api/expenses", elsewhere],
      ] as const) {
        await page.goto(origin);
        await page.evaluate((action) => {
          const form = document.createElement("form");
          Object.assign(form, { method: "post", action });
          document.body.append(form);
          form.submit();
        }, server.url + path);
        await page.waitForURL(server.url + path);
        await expect(page.locator("body")).toContainText(said);
      }
      expect((await ana.fetch("GET", "/api/groups")).status()).toBe(200);
      const after = (await ana.context.cookies()).find(({ name }) => name.includes("session-token"))?.value;
      expect(after).toBe(before);
    },
  );
});
