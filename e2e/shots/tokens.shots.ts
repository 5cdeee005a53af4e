import { signIn } from "../support/actor";
import { test } from "../support/fixtures";
import { looks } from "./looks";

// API tokens on the account screen: the form, a new token, and the list.

for (const { look, word, end, options } of looks()) {
  test(`tokens, ${look}`, async ({ newContext, server }) => {
    const ana = await signIn(
      await newContext({ ...options, baseURL: server.url }),
      server.url,
      `ana.tokens.${word}@demo.test`,
    );
    await ana.post("/api/tokens", { name: "Spreadsheet of the household", scope: "read" });
    const { page } = ana;
    await page.goto("/account", { waitUntil: "networkidle" });
    const tokens = page.getByRole("region", { name: /^API tokens/ });
    const shoot = (name: string) => tokens.screenshot({ path: `screenshots/tokens-${name}-${end}` });
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
