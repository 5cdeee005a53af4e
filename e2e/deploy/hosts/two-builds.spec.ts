import { once } from "node:events";
import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { type Actor, signIn } from "../../support/actor";
import { expect, test as base } from "../../support/fixtures";
import { CLIENT, GoogleStandIn } from "../../support/google-stand-in";
import { AppServer, NPM_START, type Program } from "../../support/server";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "../../support/world";
import { withGoogle } from "../journey";

// A deployment while pages are open: two builds with other ids and other scripts, on one data folder. A page that the
// old one has rendered is used when the new one answers, and while both answer in turns.

const CHANGED = process.env.CHANGED_BUILD ?? "";

const changed: Program = {
  launch: (variables) => {
    const { file, args, options } = NPM_START.launch(variables);
    return { file, args, options: { ...options, cwd: CHANGED } };
  },
};

type Mode = "old" | "new" | "in turns";

/** Both builds behind one address, as docs/operations/upgrade.md says: who lacks a script asks the other one. */
class Deployment {
  mode: Mode = "old";
  private turn = 0;
  private constructor(
    readonly url: string,
    private readonly http: ReturnType<typeof createServer>,
    private servers: AppServer[],
  ) {}

  static async start(variables: (url: string) => Promise<Record<string, string>> | Record<string, string>) {
    const http = createServer();
    await once(http.listen(0, "localhost"), "listening");
    const deployment = new Deployment(`http://localhost:${(http.address() as AddressInfo).port}`, http, []);
    const environment = await variables(deployment.url);
    const old = await AppServer.start(environment, process.env.DEMO_DATA_DIR);
    deployment.servers = [
      old,
      await AppServer.start({ ...environment, DATA_DIR: old.dataDir }, null, changed),
    ];
    http.on("request", (asked: IncomingMessage, response: ServerResponse) =>
      deployment.forward(asked, response),
    );
    return deployment;
  }

  private forward(asked: IncomingMessage, response: ServerResponse): void {
    const first = this.mode === "old" ? 0 : this.mode === "new" ? 1 : (this.turn = 1 - this.turn);
    const ask = (index: number, again: boolean) => {
      const { port } = new URL(this.servers[index]!.url);
      const { method, url: path, headers } = asked;
      const sent = send({ port, method, path, headers });
      sent.on("response", (got) => {
        if (got.statusCode === 404 && again && path?.startsWith("/_next/static/")) {
          got.resume();
          ask(1 - index, false);
        } else got.pipe(response.writeHead(got.statusCode ?? 502, got.rawHeaders));
      });
      sent.on("error", () => response.destroy());
      asked.pipe(sent);
    };
    ask(first, this.mode === "in turns");
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    this.http.close();
    for (const server of this.servers.reverse()) await server.dispose();
  }
}

const test = base.extend<object, { deployment: Deployment }>({
  deployment: [
    async ({}, use) => {
      if (!CHANGED) throw new Error("There is no other build to test: run `npm run test:deploy`.");
      const deployment = await Deployment.start(() => ({}));
      await use(deployment);
      await deployment.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

let people = 0;

/** A browser of this test, the people and things in it, and a tab that the old build has rendered. */
async function scene(
  deployment: Deployment,
  newContext: (options: object) => Promise<BrowserContext>,
  scripts: boolean,
) {
  deployment.mode = "old";
  const { url } = deployment;
  const enter = async (name: string, options = {}) => {
    people += 1;
    const context = await newContext({ baseURL: url, ...options });
    return signIn(context, url, name.includes("@") ? name : `${name}.${process.pid}n${people}@demo.test`);
  };
  const [ana, ben] = [await enter("ana"), await enter("ben")];
  const group = await groupOf(ana, [ben], "Rowers");
  const linkFor = async (guestId?: string) =>
    (await ana.post<{ url: string }>(`/api/groups/${group._id}/links`, guestId ? { guestId } : {})).url;
  const guest = async (name: string) =>
    (await ana.post<{ _id: string }>(`/api/groups/${group._id}/guests`, { name }))._id;
  const mine = { javaScriptEnabled: scripts };
  const stranger = async () => (await newContext({ baseURL: url, ...mine })).newPage();
  return { ana, group, linkFor, guest, stranger, me: () => enter("zoe", mine), enter };
}

type Scene = Awaited<ReturnType<typeof scene>>;
type Form = { open: (scene: Scene) => Promise<Page>; use: (page: Page, scene: Scene) => Promise<void> };

const opened = async ({ page }: Actor, path: string) => {
  await page.goto(path);
  return page;
};
const at = async (page: Page, path: string) => {
  await page.goto(path);
  return page;
};

const FORMS: Record<string, Form> = {
  "signing in": {
    open: async ({ stranger }) => at(await stranger(), "/"),
    use: async (page) => {
      await page.getByRole("button", { name: "Ana Silva" }).click();
      await expect(page).toHaveURL(/\/friends$/);
    },
  },
  "logging out": {
    open: async ({ me }) => opened(await me(), "/account"),
    use: async (page) => {
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page.getByText("You have signed out.")).toBeVisible();
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authjs.session-token");
    },
  },
  "logging out everywhere": {
    open: async ({ me }) => opened(await me(), "/account"),
    use: async (page) => {
      await page.getByRole("button", { name: "Log out everywhere" }).click();
      await expect(page.getByText("You have signed out.")).toBeVisible();
    },
  },
  "logging out another device": {
    open: async ({ me, enter }) => {
      const zoe = await me();
      await enter(zoe.email);
      return opened(zoe, "/account");
    },
    use: async (page) => {
      await page.getByRole("button", { name: /^Log out (?!everywhere)/ }).click();
      await expect(page.getByRole("heading", { name: "Your devices (1)" })).toBeVisible();
    },
  },
  "joining as a member": {
    open: async ({ me, linkFor }) => opened(await me(), await linkFor()),
    use: async (page, { group }) => {
      await page.getByRole("button", { name: "Join “Rowers”" }).click();
      await expect(page).toHaveURL(groupUrl(group));
    },
  },
  "joining as a guest": {
    open: async ({ stranger, linkFor }) => at(await stranger(), await linkFor()),
    use: async (page, { group }) => {
      await page.getByLabel("Your name").fill("Olga");
      await page.getByRole("button", { name: "Join as a guest" }).click();
      await expect(page).toHaveURL(groupUrl(group));
    },
  },
  "claiming a guest": {
    open: async ({ me, linkFor, guest }) => opened(await me(), await linkFor(await guest("Nina"))),
    use: async (page, { group }) => {
      await page.getByRole("button", { name: "Yes, I'm Nina" }).click();
      await expect(page).toHaveURL(groupUrl(group));
    },
  },
  "declining a guest": {
    open: async ({ me, linkFor, guest }) => opened(await me(), await linkFor(await guest("Nina"))),
    use: async (page) => {
      await page.getByRole("button", { name: "No, I'm someone else" }).click();
      await expect(page).toHaveURL(/\/friends/);
      await expect(page.getByRole("main")).not.toContainText("Nina");
    },
  },
};

for (const mode of ["new", "in turns"] as const) {
  for (const scripts of [true, false]) {
    for (const [name, { open, use }] of Object.entries(FORMS)) {
      test(`${name}, in a page of the old build, answered by: ${mode} (scripts: ${scripts})`, async ({
        deployment,
        newContext,
      }) => {
        const shown = await scene(deployment, newContext, scripts);
        const page = await open(shown);
        deployment.mode = mode;
        await use(page, shown);
      });
    }
  }

  test(`screens follow one another, from a page of the old build, answered by: ${mode}`, async ({
    deployment,
    newContext,
  }) => {
    const { ana, group } = await scene(deployment, newContext, true);
    const event = await eventIn(group, ana, "Regatta");
    await expenseIn(event, ana, "Cheese", 10);
    const { page } = ana;
    const steps: [from: string, link: string | RegExp, to: string][] = [
      ["/friends", /^Groups/, "/groups"],
      ["/friends", "Account", "/account"],
      ["/groups", "Rowers", groupUrl(group)],
      [groupUrl(group), /^Regatta/, eventUrl(event)],
      [eventUrl(event), /Cheese/, `${eventUrl(event)}/expenses/`],
      [eventUrl(event), "Add Expense", `${eventUrl(event)}/add-expense`],
    ];
    for (const [from, link, to] of steps) {
      deployment.mode = "old";
      await page.goto(from);
      await page.waitForLoadState("networkidle");
      deployment.mode = mode;
      await page.getByRole("link", { name: link }).first().click();
      await page.waitForURL((url) => url.pathname.startsWith(to));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Something went wrong.")).toHaveCount(0);
    }
    await page.getByLabel("Description").fill("Wine");
    await page.getByLabel("Amount").fill("20");
    await page.getByRole("button", { name: "Add Expense" }).click();
    await expect(page.getByRole("heading", { name: "Total Expenses: $30.00" })).toBeVisible();
  });
}

test("a part of a form that only the old build has: the page is loaded again, with what was typed", async ({
  deployment,
  newContext,
  guard,
}) => {
  guard.allowStatus(404);
  // Of that answer.
  guard.allow(/is not executable, and strict MIME type checking is enabled/);
  const { ana, group } = await scene(deployment, newContext, true);
  const event = await eventIn(group, ana, "Regatta");
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/add-expense`);
  await page.getByLabel("Description").fill("Wine");
  await page.getByLabel("Amount").fill("20");
  deployment.mode = "new";
  await page.getByRole("button", { name: /^More ·/ }).click();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Wine");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByRole("heading", { name: "Total Expenses: $20.00" })).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ serviceWorkers: "allow" });

  test("screens of both builds open, each with its own scripts", async ({
    deployment,
    newContext,
    guard,
  }) => {
    guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|could not be loaded/);
    const { ana, group } = await scene(deployment, newContext, true);
    const event = await eventIn(group, ana, "Regatta");
    const { page, context } = ana;
    const kept = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
        return (await Promise.all(names)).flat().map(({ url }) => new URL(url).pathname);
      });
    const scripts = (html: string): string[] => [
      ...(html.match(/\/_next\/static\/chunks\/[\w.~-]+\.js/g) ?? []),
    ];
    await page.goto("/friends");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    for (const path of ["/groups", groupUrl(group), eventUrl(event)]) await page.goto(path);
    await expect
      .poll(kept)
      .toEqual(expect.arrayContaining([groupUrl(group), `${eventUrl(event)}/add-expense`]));
    const old = scripts(await page.content());
    const workers = context.serviceWorkers();
    deployment.mode = "new";
    await page.goto("/friends");
    await expect.poll(kept).toEqual(expect.arrayContaining(scripts(await page.content())));
    // A navigation while another worker takes over may hang in Chromium.
    expect(context.serviceWorkers()).toEqual(workers);

    await context.setOffline(true);
    for (const [path, name] of [
      [eventUrl(event), "Regatta"],
      ["/friends", "Your balance"],
      [groupUrl(group), "Rowers"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name, exact: true })).toBeAttached();
      // React runs.
      await expect(page.getByText(/As of/)).toBeVisible();
    }
    await page.goto(`${eventUrl(event)}/add-expense`);
    await page.getByLabel("Description").fill("Wine");
    await page.getByLabel("Amount").fill("20");
    await page.getByRole("button", { name: "Add Expense" }).click();
    await expect(page.getByText("1 expense waiting to be sent.")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("waiting to be sent")).toHaveCount(0);
    // The new build loads its own page meanwhile.
    await expect(() => page.goto(eventUrl(event))).toPass();
    await expect(page.getByRole("heading", { name: "Total Expenses: $20.00" })).toBeVisible();
    expect(scripts(await page.content()).filter((path) => old.includes(path)).length).toBeLessThan(
      old.length,
    );
  });
});

test("signing in with Google, begun in a page of the old build, answered in turns", async ({
  newContext,
}) => {
  test.slow();
  const provider = await GoogleStandIn.start();
  const deployment = await Deployment.start(async (url) => {
    await provider.serve(url);
    const { id: AUTH_GOOGLE_ID, secret: AUTH_GOOGLE_SECRET } = CLIENT;
    return { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET, AUTH_GOOGLE_ISSUER: provider.issuer };
  });
  try {
    for (const javaScriptEnabled of [true, false]) {
      deployment.mode = "old";
      const context = await newContext({ baseURL: deployment.url, javaScriptEnabled });
      const page = await context.newPage();
      await page.goto("/");
      deployment.mode = "in turns";
      await withGoogle(provider)(page, "Rita");
      await expect(page).toHaveURL(/\/friends$/);
      // It may still load scripts, which the old build lacks, and nobody has once the deployment ends.
      await context.close();
    }
  } finally {
    await deployment.stop();
    await provider.stop();
  }
});
