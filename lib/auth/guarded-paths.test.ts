import { isGuardedScreen } from "./guarded-paths";

describe("isGuardedScreen", () => {
  it.each([
    "/friends",
    "/friends/64b000000000000000000001",
    "/activity",
    "/add-friend",
    "/requests",
    "/groups",
    "/groups/64b000000000000000000001/events/64b000000000000000000002/add-expense",
    "/create-group",
    "/account",
  ])("%s needs a session", (path) => expect(isGuardedScreen(path)).toBe(true));

  it.each(["/", "/login", "/friendship", "/groups-of-icons/bee.svg", "/api/friends"])(
    "%s is no guarded screen",
    (path) => expect(isGuardedScreen(path)).toBe(false),
  );
});
