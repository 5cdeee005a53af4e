import { groupIconUrl } from "@/lib/core/groups";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { SentFriendRequest } from "@/lib/contract/requests";
import type { Settlement } from "@/lib/contract/settlements";
import { expectAccessible } from "./support/a11y";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// Every state that a row of a list can have. `shows` is what makes the state visible, so that none is missed.

type State = { name: string; as: Actor; path: string; shows: string | RegExp };

async function expectAllAccessible(states: readonly State[]): Promise<void> {
  for (const { name, as, path, shows } of states) {
    await as.page.goto(path);
    await expect(as.page.getByText(shows).first(), name).toBeAttached();
    await expectAccessible(as.page, name);
  }
}

const invite = (by: Actor, group: Group, to: Actor) =>
  by.post(`/api/groups/${group._id}/invite`, { toUserId: to.id, fromUserId: by.id });
const ask = (from: Actor, to: Actor) =>
  from.post<SentFriendRequest>("/api/users/friends/request", { to: to.id, from: from.id });

test("axe finds nothing on people in any state: pending, former, deleted, blocked, asked", async ({
  person,
}) => {
  test.setTimeout(240_000);
  const ana = await person("ana.silva");
  const [ben, cleo, dan, eve] = [
    await person("ben.carter"),
    await person("cleo.martin"),
    await person("dan.okafor"),
    await person("eve.novak"),
  ];
  const [finn, gil, hana] = [await person("finn.berg"), await person("gil.ramos"), await person("hana.sato")];
  const group = await groupOf(ana, [ben, cleo, finn]);
  const event = await eventIn(group, ana);
  const expense = await expenseIn(event, ana, "Cheese", 12.5);
  for (const { _id } of await ana.get<Settlement[]>(`/api/settlements?eventId=${event._id}`)) {
    await ana.put(`/api/settlements/${_id}/settle`, { settled: true, userId: ana.id });
  }
  await expenseIn(event, ben, "Bread", 3.4, [ana.id, ben.id]);
  await ana.put(`/api/groups/${group._id}/members/remove`, { userId: cleo.id });
  await finn.delete("/api/account");
  await befriend(ana, dan);
  await invite(ana, group, dan);
  await befriend(ana, eve);
  await ana.post("/api/users/blocks", { blockedId: eve.id });
  await ask(gil, ana);
  await ask(ana, hana);
  // An invitation among the friend requests.
  const other = await groupOf(ben, [dan], "Rowers");
  await invite(ben, other, ana);

  await expectAllAccessible([
    { name: "a pending invitation on the group's page", as: ana, path: groupUrl(group), shows: "invited" },
    {
      name: "a pending invitation in the form",
      as: ana,
      path: `${groupUrl(group)}/edit`,
      shows: "(Pending)",
    },
    { name: "former and deleted people in an event", as: ana, path: eventUrl(event), shows: cleo.firstName },
    { name: "a former participant", as: ana, path: `${eventUrl(event)}/edit`, shows: "Left the group" },
    {
      name: "former people in a split",
      as: ana,
      path: `${eventUrl(event)}/edit-expense/${expense._id}`,
      shows: "Split type",
    },
    {
      name: "former and deleted people in an expense",
      as: ana,
      path: `${eventUrl(event)}/expenses/${expense._id}`,
      shows: "Deleted user",
    },
    { name: "people who came and went", as: ana, path: `${groupUrl(group)}/activity`, shows: /removed/ },
    { name: "a former member's profile", as: ana, path: `/friends/${cleo.id}`, shows: cleo.name },
    { name: "blocked people", as: ana, path: "/account", shows: "Blocked people (1)" },
    { name: "a blocked person's profile", as: ana, path: `/friends/${eve.id}`, shows: "Unblock" },
    { name: "pending requests", as: ana, path: "/requests", shows: /invited you to join/ },
    { name: "the profile of someone who asked", as: ana, path: `/friends/${gil.id}`, shows: gil.name },
    { name: "the profile of someone asked", as: ana, path: `/friends/${hana.id}`, shows: "Request Sent" },
    { name: "friends in every state", as: ana, path: "/friends", shows: dan.name },
  ]);

  const { page } = ana;
  await page.goto("/add-friend");
  for (const [who, mark] of [
    [ben, "Already friends"],
    [hana, "Request sent"],
  ] as const) {
    await page.getByRole("searchbox").or(page.getByRole("textbox")).first().fill(who.email);
    await expect(page.getByRole("img", { name: mark })).toBeVisible();
    await expectAccessible(page, `a search result: ${mark}`);
  }
});

test("axe finds nothing on items in any state: settled, deleted, restorable or not, others'", async ({
  person,
}) => {
  test.setTimeout(240_000);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana);
  const expense = await expenseIn(event, ana, "Cheese", 12.5);
  const [open] = await ana.get<Settlement[]>(`/api/settlements?eventId=${event._id}`);
  await ana.put(`/api/settlements/${open?._id}/settle`, {
    settled: true,
    userId: ana.id,
    method: "cash",
    note: "In the train",
  });
  await expenseIn(event, ben, "Bread", 3.4);
  const together = await ana.post<Expense>("/api/expenses", {
    eventId: event._id,
    paidBy: ana.id,
    description: "Boat",
    amount: 30,
    splitWith: [ana.id, ben.id],
    payers: [
      { user: ana.id, amount: 20 },
      { user: ben.id, amount: 10 },
    ],
  });
  const wine = await expenseIn(event, ana, "Wine", 8);
  await ben.delete(`/api/expenses/${(await expenseIn(event, ben, "Tea", 2))._id}`);
  await ana.delete(`/api/expenses/${wine._id}`);
  const late = await eventIn(group, ana, "Supper");
  await expenseIn(late, ana, "Soup", 6);
  await ana.delete(`/api/events/${late._id}`);
  const gone = await ana.post<Group>("/api/groups", {
    title: "Old flat",
    icon: groupIconUrl("bee"),
    members: [ben.id],
    fromUserId: ana.id,
  });
  await ana.delete(`/api/groups/${gone._id}`);

  await expectAllAccessible([
    { name: "open and settled payments", as: ana, path: eventUrl(event), shows: "In the train" },
    {
      name: "an expense of somebody else",
      as: ben,
      path: `${eventUrl(event)}/expenses/${expense._id}`,
      shows: /who paid, can edit this/,
    },
    {
      name: "an expense that several people paid",
      as: ben,
      path: `${eventUrl(event)}/expenses/${together._id}`,
      shows: "Edit Expense",
    },
    {
      name: "deleted items that one can restore",
      as: ana,
      path: `${groupUrl(group)}/deleted`,
      shows: "Restore",
    },
    {
      name: "deleted items that one cannot restore",
      as: ben,
      path: `${groupUrl(group)}/deleted`,
      shows: /^Only the people/,
    },
    { name: "deleted groups", as: ana, path: "/groups/deleted", shows: "Old flat" },
    { name: "the activity of deletions", as: ben, path: "/activity", shows: /deleted/ },
  ]);

  await ben.page.goto(`${eventUrl(event)}/edit-expense/${together._id}`);
  await ben.page.getByRole("button", { name: "Paid by 2 people" }).click();
  await expect(ben.page.getByRole("textbox", { name: "Paid by you" })).toBeVisible();
  await expectAccessible(ben.page, "the payers of somebody else's expense");
});
