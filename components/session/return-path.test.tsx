import { saveReturnPath, takeReturnPath } from "./return-path";

const HOUR = 60 * 60_000;
const path = "/create-group";

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

describe("the return path", () => {
  test("is returned once, to its user only", () => {
    saveReturnPath("ana", path);
    expect(takeReturnPath("ana")).toBe(path);
    expect(takeReturnPath("ana")).toBeNull();
    saveReturnPath("ana", path);
    expect(takeReturnPath("ben")).toBeNull();
    expect(takeReturnPath("ana")).toBeNull();
  });

  test("expires after an hour, and is ignored if it is invalid", () => {
    jest.useFakeTimers({ now: 0 });
    saveReturnPath("ana", path);
    jest.setSystemTime(HOUR);
    expect(takeReturnPath("ana")).toBeNull();
    localStorage.setItem("evenly:way-back", "{broken");
    expect(takeReturnPath("ana")).toBeNull();
    expect(localStorage).toHaveLength(0);
  });
});
