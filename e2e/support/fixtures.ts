import { type BrowserContext, type BrowserContextOptions, expect, test as base } from "@playwright/test";
import { type Actor, signIn } from "./actor";
import { ConsoleGuard } from "./console-guard";
import { AppServer } from "./server";
import { translateAll } from "./translator";

type TestFixtures = {
  /** The pages of all browsers are translated as they load (e2e/support/translator.ts). */
  translated: boolean;
  /** Watches all browsers of the test. A console error, an uncaught error, or a policy violation fails it. */
  guard: ConsoleGuard;
  /** A new browser context, watched, closed at the end. */
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /**
   * A new user, signed in, in a new browser: `person("ana")` is called Ana something. Nobody else in the run has
   * their address.
   */
  person: (name: string, options?: BrowserContextOptions) => Promise<Actor>;
  /**
   * A separate server, for other settings or to be killed. Its data is deleted with the test.
   * @param dataDir the initial data, copied; default: the demo data; null: none
   */
  startServer: (...how: Parameters<typeof AppServer.start>) => Promise<AppServer>;
};

type WorkerFixtures = {
  /** The production build, one server per worker, with the demo data of a first start. */
  server: AppServer;
};

let people = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await AppServer.start({}, process.env.DEMO_DATA_DIR);
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  guard: async ({ context, translated }, use) => {
    const guard = new ConsoleGuard();
    // React renders a page anew that was translated before it took over.
    if (translated) guard.allow(/Minified React error #418/);
    guard.watch(context);
    await use(guard);
    expect(guard.unexpected(), "the browser's console").toEqual([]);
  },

  translated: [false, { option: true }],

  newContext: async ({ browser, contextOptions, guard, translated }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, ...options });
      guard.watch(context);
      if (translated) await translateAll(context, "same");
      contexts.push(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },

  person: async ({ newContext, server }, use, { workerIndex }) => {
    await use(async (name, options) => {
      people += 1;
      const email = `${name}.w${workerIndex}n${people}@demo.test`;
      return signIn(await newContext({ baseURL: server.url, ...options }), server.url, email);
    });
  },

  startServer: async ({}, use) => {
    const servers: AppServer[] = [];
    await use(async (environment, dataDir = process.env.DEMO_DATA_DIR, program) => {
      const server = await AppServer.start(environment, dataDir, program);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.dispose();
  },
});

export { expect };
