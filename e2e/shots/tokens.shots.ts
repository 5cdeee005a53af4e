import { signIn } from "../support/actor";
import { test } from "../support/fixtures";

// API tokens on the account screen: the form, a new token, and the list.

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    test(`tokens, ${colorScheme}, ${viewport.width} px`, async ({ newContext, server }) => {
      const touch = viewport.width < 600;
      const ana = await signIn(
        await newContext({
          baseURL: server.url,
          colorScheme,
          viewport,
          hasTouch: touch,
          isMobile: touch,
          reducedMotion: "reduce",
        }),
        server.url,
        `ana.tokens.${colorScheme}${viewport.width}@demo.test`,
      );
      await ana.post("/api/tokens", { name: "Spreadsheet of the household", scope: "read" });
      const { page } = ana;
      await page.goto("/account", { waitUntil: "networkidle" });
      const tokens = page.getByRole("region", { name: /^API tokens/ });
      const shoot = (name: string) =>
        tokens.screenshot({ path: `screenshots/tokens-${name}-${viewport.width}-${colorScheme}.png` });
      await tokens.getByText("New token").click();
      await tokens.getByLabel("Name").fill("Bank script");
      await shoot("form");
      await tokens.getByRole("button", { name: "Create token" }).click();
      await tokens.getByText(/^evenly_/).waitFor();
      await shoot("new");
      await tokens.getByRole("button", { name: "Done" }).click();
      await tokens.getByRole("listitem").first().waitFor();
      await shoot("list");
    });
  }
}
