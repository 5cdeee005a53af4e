import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, test } from "./support/fixtures";

/** What esbuild replaces to be on the safe side, as browsers know different versions of Unicode. */
const IN_ALL = { "regexp-unicode-property-escapes": true };
const SENTENCE = /^This browser is too old for Evenly\./;

test("a browser without a feature that Evenly needs reads a sentence, and nothing else", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Evenly" })).toBeVisible();
  await expect(page.getByText(SENTENCE)).toBeHidden();
  // The style sheet asks for features of the oldest browsers; one of them becomes one that there is not.
  for (const feature of ["subgrid", "1lh"]) {
    await page.route("**/*.css", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(feature, "1none") });
    });
    await page.reload();
    await expect(page.getByText(SENTENCE)).toBeVisible();
    await expect(page.getByRole("heading")).toHaveCount(0);
    await expect(page.getByRole("button")).toHaveCount(0);
    await page.unroute("**/*.css");
  }
});

test("the scripts and styles of the build need no newer syntax than the oldest browsers have", async () => {
  const { browserslist } = JSON.parse(readFileSync("package.json", "utf8")) as { browserslist: string[] };
  const target = browserslist.map((one) => one.replace("ios_saf", "ios").replace(" >= ", ""));
  const files = [".next/static/chunks", "public"].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  let checked = 0;
  for (const file of files) {
    const loader = /\.(js|css)$/.exec(file)?.[1] as "js" | "css" | undefined;
    if (!loader) continue;
    const code = readFileSync(file, "utf8");
    // Syntax that one of them lacks is replaced, or reported.
    const [newest, oldest] = await Promise.all(
      ["esnext", target].map((each) => transform(code, { loader, target: each, supported: IN_ALL })),
    );
    expect.soft([oldest!.code === newest!.code, oldest!.warnings], file).toEqual([true, []]);
    checked++;
  }
  expect(checked).toBeGreaterThan(5);
});
