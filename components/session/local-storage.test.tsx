import { forgetUser, getStoredUser, storeRequests, storeUser } from "./local-storage";

const ana = { _id: "64b000000000000000000001", name: "Ana", email: "ana@demo.test", picture: "" };
const ben = { ...ana, _id: "64b000000000000000000002", name: "Ben", email: "ben@demo.test" };
const keys = () => Object.keys(localStorage).sort();

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

describe("the stored user", () => {
  it("is the complete object, under the key user", () => {
    storeUser(ana);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(ana);
    expect(getStoredUser()).toEqual(ana);
  });

  it("is null if nothing is stored", () => expect(getStoredUser()).toBeNull());

  it.each([
    "",
    "{",
    "null",
    "[]",
    '"Ana"',
    "{}",
    JSON.stringify({ ...ana, _id: 7 }),
    JSON.stringify({ ...ana, _id: "" }),
  ])("is removed if it is invalid: %s", (value) => {
    localStorage.setItem("user", value);
    expect(getStoredUser()).toBeNull();
    expect(keys()).toEqual([]);
  });

  it("removes another user's requests, and keeps one's own", () => {
    storeUser(ana);
    storeRequests("friend", [{ _id: "1" }]);
    storeRequests("group", []);
    storeUser({ ...ana, name: "Ana Silva" });
    expect(keys()).toEqual(["friendRequests", "groupRequests", "user"]);
    storeUser(ben);
    expect(keys()).toEqual(["user"]);
  });

  it("is cleared together with the requests, and nothing else", () => {
    storeUser(ana);
    storeRequests("friend", []);
    storeRequests("group", []);
    localStorage.setItem("theme", "dark");
    forgetUser();
    expect(keys()).toEqual(["theme"]);
  });
});

it("works without storage if the browser blocks it", () => {
  for (const method of ["getItem", "setItem", "removeItem"] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    });
  expect(() => {
    storeUser(ana);
    storeRequests("friend", []);
    forgetUser();
  }).not.toThrow();
  expect(getStoredUser()).toBeNull();
});
