import { signIn } from "../actor";
import { test } from "../fixtures";
import { DEMO_EMAIL, guardedScreens, OPEN_SCREENS } from "../screens";

const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of sizes) {
    test(`${colorScheme}, ${viewport.width} px`, async ({ newContext, guard, server }) => {
      test.setTimeout(240_000);
      guard.allowStatus(404);
      const options = { colorScheme, viewport, reducedMotion: "reduce", baseURL: server.url } as const;
      const open = await (await newContext(options)).newPage();
      const ana = await signIn(await newContext(options), server.url, DEMO_EMAIL);
      const screens = [
        ...OPEN_SCREENS.map((screen) => ({ ...screen, page: open })),
        ...(await guardedScreens(ana)).map((screen) => ({ ...screen, page: ana.page })),
      ];
      for (const { name, path, page } of screens) {
        await page.goto(path, { waitUntil: "networkidle" });
        const file = `screenshots/${name}-${viewport.width}-${colorScheme}.png`;
        await page.screenshot({ path: file, fullPage: true });
      }
    });
  }
}
