import type { NewLink } from "@/lib/contract/links";
import type { Person } from "@/lib/contract/people";
import { signIn } from "../support/actor";
import { test } from "../support/fixtures";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "../support/world";

// The screens of people who come with a link, as they see them: a stranger, a guest, and someone with an account.

const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

for (const colorScheme of ["light", "dark"] as const) {
  test(`guests, ${colorScheme}`, async ({ newContext, guard, startServer }) => {
    test.setTimeout(300_000);
    guard.allowStatus(404);
    const server = await startServer({ RATE_LIMITS_OFF: "true" });
    const options = { colorScheme, reducedMotion: "reduce", baseURL: server.url } as const;
    const as = async (email: string) => signIn(await newContext(options), server.url, email);
    const [ana, ben, cleo] = [
      await as("ana.silva@demo.test"),
      await as("nia.newcomer@demo.test"),
      await as("cora.crowd@demo.test"),
    ];
    const group = await groupOf(ana, [ben], "Lisbon with the old friends");
    const path = `/api/groups/${group._id}`;
    for (const name of ["Nina", "Tom Baker"]) await ana.post<Person>(`${path}/guests`, { name });
    const full = await ana.get<typeof group>(path);
    const nina = full.members.find(({ name }) => name === "Nina")!;
    for (const title of ["Fondue evening", "Day trip to Sintra with the train and a walk"]) {
      const event = await eventIn(full, ana, title);
      await expenseIn(event, ana, "Groceries", 110.78);
      await expenseIn(event, ben, "Train", 34.5);
    }
    const event = await eventIn(full, ben, "Breakfast");
    await expenseIn(event, ben, "Bakery", 21.4);
    const link = async (body: { guestId?: string }) =>
      new URL((await ana.post<NewLink>(`${path}/links`, body)).url).pathname;
    const [forAll, forNina, spent] = [
      await link({}),
      await link({ guestId: nina._id }),
      await link({ guestId: nina._id }),
    ];
    const open = await (await newContext(options)).newPage();
    const guest = await (await newContext(options)).newPage();
    await guest.goto(spent);
    await guest.getByRole("button", { name: "Join as Nina" }).click();
    await guest.waitForURL(/groups/);
    const all = [
      { name: "join", path: forAll, page: open },
      { name: "join-as-nina", path: forNina, page: open },
      { name: "join-ended", path: "/join/AAAAAAAAAAAAAAAAAAAAAA", page: open },
      { name: "join-signed-in", path: forAll, page: cleo.page },
      { name: "join-member", path: forAll, page: ben.page },
      { name: "claim", path: forNina, page: ben.page },
      { name: "claim-outsider", path: forNina, page: cleo.page },
      { name: "guest-groups", path: "/groups", page: guest },
      { name: "guest-group", path: groupUrl(group), page: guest },
      { name: "guest-event", path: eventUrl(event), page: guest },
      { name: "keep", path: `${groupUrl(group)}/keep`, page: guest },
      { name: "guest-profile", path: `/friends/${nina._id}`, page: ana.page },
      { name: "plan", path: `${groupUrl(group)}/plan`, page: ana.page },
      { name: "invite", path: `${groupUrl(group)}/invite`, page: ana.page },
      { name: "edit-group", path: `${groupUrl(group)}/edit`, page: ana.page },
      { name: "group", path: groupUrl(group), page: ana.page },
    ];
    for (const viewport of SIZES) {
      for (const { name, path: address, page } of all) {
        await page.setViewportSize(viewport);
        await page.goto(address, { waitUntil: "networkidle" });
        const file = `screenshots/guests/${viewport.width}-${colorScheme}/${name}.png`;
        await page.screenshot({ path: file, fullPage: true });
      }
    }
  });
}
