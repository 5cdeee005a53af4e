import { isKeptPath, sectionOf } from "./paths";

test.each([
  ["/friends", "/friends"],
  ["/friends/64b000000000000000000001", "/friends"],
  ["/friends/64b000000000000000000001/add-expense", "/friends"],
  ["/friends/64b000000000000000000001/claim", "/groups"],
  ["/activity", "/friends"],
  ["/add-friend", "/friends"],
  ["/requests", "/friends"],
  ["/add", "/friends"],
  ["/groups", "/groups"],
  ["/groups/64b000000000000000000001/events/64b000000000000000000002/add-expense", "/groups"],
  ["/create-group", "/groups"],
  ["/create-event", "/groups"],
  ["/account", "/account"],
])("%s is in the section %s, so it needs a session", (path, section) =>
  expect(sectionOf(path)).toBe(section),
);

test.each(["/", "/login", "/friendship", "/groups-of-icons/bee.svg", "/api/friends"])(
  "%s is in no section",
  (path) => expect(sectionOf(path)).toBeUndefined(),
);

const ID = "64b000000000000000000001";

test.each([
  ...["/friends", "/groups", "/add", `/friends/${ID}`, `/friends/${ID}/add-expense`, `/groups/${ID}`],
  ...["", "/add-expense", "/statement", `/expenses/${ID}`, `/why/${ID}`].map(
    (screen) => `/groups/${ID}/events/${ID}${screen}`,
  ),
])("%s opens without a connection", (path) => expect(isKeptPath(path)).toBe(true));

test.each([
  ...["/", "/login", "/account", "/join/abc", "/shared/abc", "/api/groups", "/groups/deleted", "/add-friend"],
  ...[`/friends/${ID}/claim`, `/groups/${ID}/invite`, `/groups/${ID}/events/${ID}/edit-expense/${ID}`],
])("%s is not kept on the device", (path) => expect(isKeptPath(path)).toBe(false));
