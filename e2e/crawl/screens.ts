import type { AccessWorld } from "./access-world";

/** Every guarded screen. `isGroups`: only members may see it. */
export function screensOf({ ids, others }: AccessWorld): { path: string; isGroups: boolean }[] {
  const group = `/groups/${ids.group}`;
  const event = `${group}/events/${ids.event}`;
  const own = [
    ...["/friends", "/activity", "/add-friend", "/requests", "/groups", "/create-group", "/groups/deleted"],
    ...["/account", `/friends/${others.bystander.id}`],
  ];
  const ofGroup = [
    ...["", "/activity", "/search?q=zq", "/deleted", "/edit", "/invite", "/add-event", "/create-event"].map(
      (end) => group + end,
    ),
    ...["", "/activity", "/edit", "/add-expense", `/expenses/${ids.expense}`, `/why/${ids.settlement}`].map(
      (end) => event + end,
    ),
    `${event}/edit-expense/${ids.expense}`,
  ];
  return [
    ...own.map((path) => ({ path, isGroups: false })),
    ...ofGroup.map((path) => ({ path, isGroups: true })),
  ];
}
