import { signIn } from "../support/actor";
import { test } from "../support/fixtures";
import { DEMO_EMAIL, formPath } from "../support/screens";
import { looks } from "./looks";

// The open panels of the expense form, and the details of an expense with all fields.

const sizes = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

for (const { look, end, options } of looks(sizes)) {
  test(`expense form, ${look}`, async ({ newContext, server, guard }) => {
    test.setTimeout(240_000);
    guard.allowStatus(422);
    const context = await newContext({ ...options, baseURL: server.url });
    const ana = await signIn(context, server.url, DEMO_EMAIL);
    const { page } = ana;
    const path = await formPath(ana);
    const shoot = (name: string) =>
      page.screenshot({
        path: `screenshots/form-${name}-${end}`,
        fullPage: true,
      });
    const radio = (name: string) => page.getByRole("radio", { name, exact: true });

    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Add Expense" }).click();
    await shoot("required");
    await page.getByLabel("Description").fill("Taxi to the airport");
    await page.getByLabel("Amount").fill("84.20+12");
    await page.screenshot({ path: `screenshots/form-arithmetic-${end}` });
    await page.getByRole("button", { name: "More ways" }).click();
    await radio("Custom").check();
    await shoot("evenly");
    for (const [mode, label] of [
      ["Amounts", "Dollars for"],
      ["Percent", "Percent for"],
      ["Shares", "Shares for"],
      ["Adjust", "Plus or minus for"],
    ] as const) {
      await radio(mode).check();
      await page.locator(`input[aria-label^="${label}"]`).first().fill("2");
      await shoot(mode.toLowerCase());
      if (mode !== "Percent") continue;
      await page.getByRole("button", { name: "Add Expense" }).click();
      await page.getByRole("alert").filter({ hasText: "still needs" }).waitFor();
      await shoot("refused");
    }
    await page.getByRole("button", { name: "Paid by you" }).click();
    const several = page.getByRole("button", { name: "Several people" });
    await several.waitFor();
    await shoot("payer");
    await several.click();
    await page.getByRole("textbox", { name: "Paid by you" }).fill("50");
    await shoot("payers");
    await page
      .getByRole("button", { name: /^Assign to/ })
      .last()
      .click();
    await page.getByRole("button", { name: /^More ·/ }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Terminal 2, with the large bags.");
    await shoot("more");
    await page.screenshot({ path: `screenshots/form-focus-${end}` });
    await page.getByRole("button", { name: "Add Expense" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith("add-expense"));
    await page.getByRole("link", { name: "Taxi to the airport", exact: true }).first().click();
    await page.getByRole("heading", { name: "Expense Details" }).waitFor();
    await shoot("details");
  });
}
