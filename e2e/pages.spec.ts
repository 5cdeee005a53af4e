import { signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { openReady } from "./support/ready";
import { DEMO_EMAIL } from "./support/screens";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";
import type { Group } from "@/lib/contract/groups";
import type { User } from "@/lib/contract/people";

// Groups and requests beyond the first page, and what the form of a group says at a cap.

test("groups and invitations beyond the first page are a tap away; the 51st group of a day is refused", async ({
  startServer,
  newContext,
  guard,
}) => {
  test.slow();
  guard.allowStatus(409);
  const server = await startServer();
  const ana = await signIn(await newContext({ baseURL: server.url }), server.url, DEMO_EMAIL);
  const friends = await ana.get<User[]>("/api/users/friends");
  const before = (await ana.get<Group[]>("/api/groups")).length;
  const ben = friends.find(({ name }) => name === "Ben Carter")!;
  const create = (title: string) =>
    ana.post<Group>("/api/groups", { title, icon: groupIconUrl(GROUP_ICONS[0]), members: [ben._id] });
  for (let count = 1; count <= 50; count++) await create(`Trip ${count}`);

  await openReady(ana.page, "/groups");
  await expect(ana.page.getByRole("heading", { name: `Groups (${before + 50})` })).toBeVisible();
  await expect(ana.page.getByText("Trip 50", { exact: true })).toBeVisible();
  await expect(ana.page.getByText("Trip 1", { exact: true })).toBeHidden();
  await ana.page.getByRole("button", { name: "Show more groups" }).click();
  await expect(ana.page.getByText("Trip 1", { exact: true })).toBeVisible();
  await expect(ana.page.getByRole("button", { name: "Show more groups" })).toBeHidden();

  const guest = await signIn(await newContext({ baseURL: server.url }), server.url, "ben.carter@demo.test");
  await openReady(guest.page, "/requests");
  const accept = guest.page.getByRole("button", {
    name: "Accept the invitation from Ana Silva to join Trip 1",
    exact: true,
  });
  await expect(accept).toBeHidden();
  await guest.page.getByRole("button", { name: "Show more group requests" }).click();
  await accept.click();
  await expect(guest.page.getByText("You joined Trip 1", { exact: true })).toBeVisible();
  await expect(accept).toBeHidden();

  await openReady(ana.page, "/create-group");
  await ana.page.getByLabel("Group Title").fill("One more");
  await ana.page.getByLabel("Participants").fill("Ben");
  await ana.page
    .getByRole("list", { name: "Friends found" })
    .getByRole("button", { name: "Add Ben Carter" })
    .click();
  await ana.page.getByRole("button", { name: "create", exact: true }).click();
  await expect(
    ana.page.getByText("You can create 50 groups a day. Please try again tomorrow."),
  ).toBeVisible();
});
