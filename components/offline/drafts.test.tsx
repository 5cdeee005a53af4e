import { render } from "@testing-library/react";
import { LEFT_COOKIE } from "@/lib/cookies";
import { forgetDrafts, forgetExpired, getDraft, removeDraft, saveDraft } from "./drafts";
import { ForgetDrafts } from "./forget-drafts";
import type { Draft } from "./form-input";

const path = "/create-group";
const HOUR = 60 * 60_000;
const draft: Draft = { values: { title: "Home" }, untouched: { title: "" }, attempt: null };

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => jest.useRealTimers());

test("a draft belongs to a user and a path until it is removed", () => {
  saveDraft("ana", path, draft);
  expect(getDraft("ana", "/groups")).toBeNull();
  expect(getDraft("ben", path)).toBeNull();
  expect(getDraft("ana", path)).toMatchObject(draft);
  expect(getDraft("ana", path)).toMatchObject(draft);
  removeDraft("ana", path);
  expect(getDraft("ana", path)).toBeNull();
});

test("a draft expires after seven days", () => {
  jest.useFakeTimers({ now: 0 });
  saveDraft("ana", path, draft);
  jest.setSystemTime(7 * 24 * HOUR - 1);
  expect(getDraft("ana", path)).toMatchObject(draft);
  jest.setSystemTime(7 * 24 * HOUR);
  expect(getDraft("ana", path)).toBeNull();
});

test.each(["{broken", "null", "7", '{"until":9e15}', '{"until":9e15,"values":null,"untouched":{}}'])(
  "a broken draft is none: %s",
  (text) => {
    localStorage.setItem(`evenly:draft:ana:${path}`, text);
    expect(getDraft("ana", path)).toBeNull();
  },
);

const stored = () => Object.keys(localStorage).sort();

test("what has expired is deleted, whoever wrote it; a user's drafts are deleted together; other data stays", () => {
  localStorage.setItem("theme", "dark");
  jest.useFakeTimers({ now: 0 });
  saveDraft("ana", "/groups/1/edit", draft);
  jest.setSystemTime(7 * 24 * HOUR);
  saveDraft("ana", path, draft);
  saveDraft("ben", path, draft);
  forgetExpired();
  expect(stored()).toEqual([`evenly:draft:ana:${path}`, `evenly:draft:ben:${path}`, "theme"]);
  forgetDrafts("ana");
  expect(stored()).toEqual([`evenly:draft:ben:${path}`, "theme"]);
});

describe("/login", () => {
  const [ana, ben] = ["64b000000000000000000001", "64b000000000000000000002"];
  const draftOf = (id: string) => `evenly:draft:${id}:${path}`;

  beforeEach(() => {
    for (const id of [ana, ben]) saveDraft(id, path, draft);
    document.cookie = `${LEFT_COOKIE}=; path=/; max-age=0`;
  });

  test("deletes nobody's drafts when it is just opened", () => {
    render(<ForgetDrafts />);
    expect(stored()).toEqual([draftOf(ana), draftOf(ben)]);
  });

  test("deletes the drafts of the person who has logged out, once", () => {
    document.cookie = `theme=dark`;
    document.cookie = `${LEFT_COOKIE}=${ana}; path=/`;
    const { unmount } = render(<ForgetDrafts />);
    expect(stored()).toEqual([draftOf(ben)]);
    unmount();
    saveDraft(ana, path, draft);
    render(<ForgetDrafts />);
    expect(stored()).toEqual([draftOf(ana), draftOf(ben)]);
  });
});
