import { isGuardedCall, isGuardedScreen } from "./guarded-paths";

describe("isGuardedScreen", () => {
  it.each([
    "/friends",
    "/friends/64b000000000000000000001",
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

describe("isGuardedCall", () => {
  it.each(["/api", "/api/groups", "/api/users/google-auth", "/api/authors", "/api/healthy", "/api/unknown"])(
    "%s needs a session",
    (path) => expect(isGuardedCall(path)).toBe(true),
  );

  it.each([
    "/api/auth/session",
    "/api/auth/callback/google",
    "/api/health",
    "/api/openapi.json",
    "/",
    "/apis",
  ])("%s is open", (path) => expect(isGuardedCall(path)).toBe(false));
});
