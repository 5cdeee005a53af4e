import { saveDraft, saveForReload, takeDraft, takeWayBack } from "./form-draft";

const path = "/create-group";

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.useRealTimers());

test("gives back what was typed, once, at the same place", () => {
  saveDraft("ana", path, { title: "Home" });
  expect(takeDraft("ana", "/groups")).toBeNull();
  expect(takeDraft("ana", path)).toEqual({ title: "Home" });
  expect(takeDraft("ana", path)).toBeNull();
});

test.each([
  ["with something typed", { title: "Home" }],
  ["with nothing typed", null],
])("tells the way back once: %s", (_label, values) => {
  saveDraft("ana", path, values);
  expect(takeWayBack("ana")).toBe(path);
  expect(takeWayBack("ana")).toBeNull();
  expect(takeDraft("ana", path)).toEqual(values);
});

test("a mere way back does not replace what was typed there", () => {
  saveDraft("ana", path, { title: "Home" });
  saveDraft("ana", path, null);
  expect(takeDraft("ana", path)).toEqual({ title: "Home" });
});

test("what is kept for a reload leads nobody back, and replaces no way back", () => {
  saveForReload("ana", path, { title: "Home" });
  expect(takeWayBack("ana")).toBeNull();
  saveDraft("ana", path, { title: "House" });
  saveForReload("ana", path, { title: "Hut" });
  expect(takeWayBack("ana")).toBe(path);
  expect(takeDraft("ana", path)).toEqual({ title: "House" });
});

test("nobody sees another person's draft", () => {
  saveDraft("ana", path, { title: "Secret" });
  expect(takeWayBack("ben")).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ["a draft", saveDraft, 60],
  ["what is kept for a reload", saveForReload, 1],
])("%s has its time, and a broken one is thrown away", (_label, save, minutes) => {
  jest.useFakeTimers({ now: 0 });
  save("ana", path, { title: "Home" });
  jest.setSystemTime(minutes * 60_000);
  expect(takeDraft("ana", path)).toBeNull();
  sessionStorage.setItem("evenly:draft", "{broken");
  expect(takeDraft("ana", path)).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});
