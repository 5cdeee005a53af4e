import { signIn } from "../support/actor";
import { test } from "../support/fixtures";
import { choose, splitwise, type Row } from "../support/import-file";
import { befriend } from "../support/world";
import { looks } from "./looks";

// The steps of an import: choosing a file, what it contains, its progress, and its result.

const NAMES = ["Nia Newcomer", "Ben", "Cleo Dunn", "Zoë van der Meulen-Brinkhorst", "Ben", "Mira"];

const ROWS = Array.from({ length: 430 }, (_, index): Row => {
  const cents = 600 * (1 + (index % 40));
  const cells = NAMES.map((_, column) => (column === index % 6 ? (cents * 5) / 6 : -cents / 6));
  return [
    `2025-${String(1 + (index % 12)).padStart(2, "0")}-14`,
    `Lunch ${index}`,
    "Dining out",
    cents,
    cells,
  ];
});

const REFUSED = Array.from(
  { length: 12 },
  (_, index) => `2025-12-${10 + index},Hotel,Travel,50.00,EUR,25.00,-25.00,0.00,0.00,0.00,0.00`,
);

for (const { look, word, end, options } of looks()) {
  test(`import, ${look}`, async ({ newContext, server, guard }) => {
    test.setTimeout(240_000);
    guard.allow(/net::ERR_FAILED/);
    const me = `nia.newcomer.${word}@demo.test`;
    const nia = await signIn(await newContext({ ...options, baseURL: server.url }), server.url, me);
    const cleo = await signIn(
      await newContext({ ...options, baseURL: server.url }),
      server.url,
      `cleo.dunn.${word}@demo.test`,
    );
    await befriend(nia, cleo);
    const { page } = nia;
    const shoot = (name: string, fullPage = true) =>
      page.screenshot({
        path: `screenshots/import-${name}-${end}`,
        fullPage,
      });

    await page.goto("/groups", { waitUntil: "networkidle" });
    await shoot("groups");
    await page.goto("/groups/import", { waitUntil: "networkidle" });
    await shoot("file");
    await choose(
      page,
      "bad.csv",
      "Date,Description,Category,Cost,Currency,Ana,Ben\n\n2025-01-01,Rent,Rent,9.00,USD,4.50,-4.00\n",
    );
    await page.locator("p[role=alert]").waitFor();
    await shoot("refused");
    const [head, ...rest] = splitwise([nia.name, ...NAMES.slice(1)], ROWS).split("\n\n");
    await choose(
      page,
      "lisbon-trip_2026-11-29_export.csv",
      [head, `${REFUSED.join("\n")}\n${rest[0]}`, ...rest.slice(1)].join("\n\n"),
    );
    await page.getByRole("button", { name: /^Import \d+ entries/ }).waitFor();
    await page.waitForLoadState("networkidle");
    await shoot("plan-top", false);
    await shoot("plan");
    await page.getByText("12 rows will be left out").click();
    await page
      .getByLabel("Who is Mira?")
      .selectOption("Cleo Dunn")
      .catch(() => {});
    await shoot("plan-open");
    let batches = 0;
    await page.route("**/api/imports/*/rows", async (route) => {
      batches += 1;
      if (batches === 2) await route.abort();
      else await route.continue();
    });
    await page.getByRole("button", { name: /^Import \d+ entries/ }).click();
    await page.getByText("No connection. Trying again…").waitFor();
    await shoot("progress");
    await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
    await shoot("result");
    const [group] = await nia.get<{ _id: string }[]>("/api/groups");
    await page.goto(`/groups/${group?._id}/import`, { waitUntil: "networkidle" });
    await shoot("group");
    await page.getByRole("button", { name: /^Undo this import/ }).click();
    await page.getByRole("alertdialog").waitFor();
    await shoot("undo", false);
    await page.goto(`/groups/${group?._id}`, { waitUntil: "networkidle" });
    await shoot("in-group");
  });
}
