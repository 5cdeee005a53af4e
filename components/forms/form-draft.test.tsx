import { draftPath, saveDraft, takeDraft } from "./form-draft";

const path = "/create-group";

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.useRealTimers());

test("gives back what was typed, once, at the same place", () => {
  saveDraft("ana", path, { title: "Home" });
  expect(draftPath("ana")).toBe(path);
  expect(takeDraft("ana", "/groups")).toBeNull();
  expect(takeDraft("ana", path)).toEqual({ title: "Home" });
  expect(takeDraft("ana", path)).toBeNull();
});

test("a mere way back does not replace what was typed there", () => {
  saveDraft("ana", path, { title: "Home" });
  saveDraft("ana", path, null);
  expect(takeDraft("ana", path)).toEqual({ title: "Home" });
});

test("nobody sees another person's draft", () => {
  saveDraft("ana", path, { title: "Secret" });
  expect(draftPath("ben")).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test("an old or broken draft is thrown away", () => {
  jest.useFakeTimers({ now: 0 });
  saveDraft("ana", path, { title: "Home" });
  jest.setSystemTime(61 * 60 * 1000);
  expect(draftPath("ana")).toBeNull();
  sessionStorage.setItem("evenly:draft", "{broken");
  expect(draftPath("ana")).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});
