import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { eventIn, eventUrl, groupOf } from "./support/world";

// Table mode: a phone in the middle of the table shows the link, and who joins.

test("who scans the code joins, and hops onto the beam of the phone on the table", async ({
  person,
  newContext,
  server,
}) => {
  const ana = await person("ana.silva", { viewport: { width: 360, height: 740 } });
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Rowers");
  await ana.post(`/api/groups/${group._id}/guests`, { name: "Nina" });
  const event = await eventIn(group, ana, "Regatta");
  const { page } = ana;
  const created = page.waitForResponse(`**/api/groups/${group._id}/links`);
  await page.goto(eventUrl(event));
  await page.getByRole("link", { name: "Table mode" }).click();
  const { url } = (await (await created).json()) as { url: string };
  await expect(page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  const beam = page.getByRole("list", { name: "On the beam" }).getByRole("listitem");
  await expect(beam).toHaveText([/^Ana/, /^Ben/]);
  await expect(page.getByText("Not here yet: Nina")).toBeVisible();
  await expectAccessible(page, "table mode");

  const phone = await (await newContext({ baseURL: server.url })).newPage();
  await phone.goto(url);
  await phone.getByRole("button", { name: "I'm Nina" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Nina joined." })).toBeVisible();
  await expect(beam).toHaveText([/^Ana/, /^Ben/, /^Nina/]);
  await expect(page.getByText("Not here yet")).toHaveCount(0);

  // The link is one of the group's: listed, and can be revoked.
  expect(await ana.get(`/api/groups/${group._id}/links`)).toMatchObject([{ uses: 1 }]);
  await page.getByRole("link", { name: "Close table mode" }).click();
  await expect(page).toHaveURL(eventUrl(event));
  await page.getByRole("link", { name: "Table mode" }).click();
  await expect(page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  expect(await ana.get(`/api/groups/${group._id}/links`)).toHaveLength(1);

  // Neither a guest nor an outsider has it.
  const table = `${eventUrl(event)}/table`;
  const eva = await person("eva.table");
  for (const context of [phone.context(), eva.context]) {
    expect((await context.request.get(table)).status()).toBe(404);
  }
});
