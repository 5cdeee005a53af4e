import { type Audience, OTHER_SCREENS, screenPath, SCREENS } from "@/testing/screens";
import type { AccessWorld } from "./access-world";

const ALL = Object.entries<Audience>({ ...SCREENS, ...OTHER_SCREENS });

/** Every guarded screen, with the ids of the group, and of a friend of everybody, and of nobody's friend. */
export const screensOf = ({ ids, friendOfAll, bystander }: AccessWorld) =>
  ALL.flatMap(([screen, audience]) => {
    const friends = screen === "/friends/{friendId}" ? [friendOfAll, bystander] : [friendOfAll];
    return friends.map(({ id }) => ({ screen, path: screenPath(screen, { ...ids, friend: id }), audience }));
  });

/** Every guarded screen as a guest asks for it, with the ids of another group, and of their own. */
export function screensForGuest(world: AccessWorld): { path: string; isOpen: boolean }[] {
  const { guestPlace, people } = world;
  const isOfGroup = (screen: string) => /\{(group|event)Id\}/.test(screen);
  const forGuests = (audience: Audience) => audience.endsWith("guests");
  return [
    ...screensOf(world).map(({ screen, path, audience }) => ({
      path,
      // Home leads to their group.
      isOpen: forGuests(audience) && !isOfGroup(screen),
    })),
    ...[people.member, people.creator].map(({ id }) => ({ path: `/friends/${id}`, isOpen: false })),
    ...ALL.filter(([screen]) => isOfGroup(screen)).map(([screen, audience]) => ({
      path: screenPath(screen, guestPlace),
      isOpen: forGuests(audience),
    })),
  ];
}
