import type { ViewportSize } from "@playwright/test";
import { expectAccessible } from "./a11y";
import { signIn } from "./actor";
import { test } from "./fixtures";
import { DEMO_EMAIL, guardedScreens, OPEN_SCREENS } from "./screens";

/** Declares the test that axe finds nothing on any screen of this size. */
export function testScreens(device: string, size: ViewportSize): void {
  test(`axe finds nothing on any screen of ${device}`, async ({ newContext, guard, server }) => {
    test.slow();
    guard.allowStatus(404);
    const open = await (await newContext({ baseURL: server.url })).newPage();
    for (const { name, path } of OPEN_SCREENS) {
      await open.goto(path);
      await expectAccessible(open, name, [size]);
    }
    const context = await newContext({ baseURL: server.url });
    const ana = await signIn(context, server.url, DEMO_EMAIL);
    for (const { name, path } of await guardedScreens(ana)) {
      await ana.page.goto(path);
      await expectAccessible(ana.page, name, [size]);
    }
  });
}
