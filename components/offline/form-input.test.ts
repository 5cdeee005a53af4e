import {
  answered,
  changed,
  finished,
  opened,
  restored,
  sent,
  toKeep,
  withDraft,
  type Attempt,
  type Draft,
  type Input,
} from "./form-input";

type Values = { title: string; day: string };

const empty: Values = { title: "", day: "today" };
const home: Values = { title: "Home", day: "today" };
const attempt: Attempt = { key: "k1", values: home, body: { title: "Home" }, at: 1 };
const fresh = { key: "k2", body: { title: "new" }, at: 2 };

const touch = (input: Input<Values>) => ({ ...input, touched: true });
const typed = changed(touch(opened(empty)), home);

test.each<[string, Input<Values>, Draft | null]>([
  ["nothing of a form that was just opened", opened(empty), null],
  ["nothing of values that changed by themselves", changed(opened(empty), { ...empty, day: "1" }), null],
  ["what was typed", typed, { values: home, untouched: empty, attempt: null }],
  ["nothing of what was typed back", changed(typed, empty), null],
  ["nothing of a form that was saved and emptied", changed(finished(typed), empty), null],
  [
    "what was typed back after it was saved",
    changed(touch(finished(typed)), empty),
    { values: empty, untouched: home, attempt: null },
  ],
  [
    "an untouched copy that was sent",
    sent(opened(home), fresh),
    { values: home, untouched: home, attempt: { ...fresh, values: home } },
  ],
])("keeps %s", (_what, input, draft) => {
  const kept = toKeep(input);
  if (draft) expect(kept).toMatchObject(draft);
  else expect(kept).toBeNull();
});

const lost = { ...typed, attempt };

test.each<[string, Input<Values>, Attempt]>([
  ["a new one has a new key", typed, { ...fresh, values: home }],
  ["the same values are a retry, with the body that was sent", lost, { ...attempt, again: true }],
  [
    "other values of an edit are another one",
    changed(sent(typed, { ...fresh, key: "k1", body: { rev: 1 } }), { ...home, day: "1" }),
    { ...fresh, values: { ...home, day: "1" } },
  ],
  [
    "other values of what is added have its key",
    changed(sent(typed, { ...fresh, key: "k1" }), { ...home, day: "1" }),
    { ...fresh, key: "k1", values: { ...home, day: "1" } },
  ],
  ["an item keeps its key", { ...typed, item: "k0" }, { ...fresh, key: "k0", values: home }],
  ["with other values too", changed({ ...lost, item: "k0" }, empty), { ...fresh, key: "k0", values: empty }],
  [
    "after it was saved, the next one has a new key",
    finished({ ...lost, item: "k0" }),
    { ...fresh, values: home },
  ],
])("sending: %s", (_what, input, expected) => {
  expect(sent(input, fresh).attempt).toEqual(expected);
});

test.each<[string, Input<Values>, refused: boolean, Attempt | null]>([
  ["the first one did nothing", sent(typed, fresh), false, null],
  ["the first one is refused", sent(typed, fresh), true, null],
  ["a retry did nothing, but the first one may have", sent(lost, fresh), false, { ...attempt, again: true }],
  ["a retry is refused, so the first one did nothing", sent(lost, fresh), true, null],
])("an answer: %s", (_what, input, refused, expected) => {
  expect(answered(input, refused, false).attempt).toEqual(expected);
});

test("an answer: it was saved with other values, so these are another item", () => {
  expect(answered(sent(lost, fresh), true, true)).toMatchObject({ attempt: null, item: null });
});

const tomorrow = changed(opened(empty), { title: "", day: "tomorrow" });

test.each<[string, Draft, Values]>([
  ["what was typed, over the values of now", typed, { title: "Home", day: "tomorrow" }],
  ["what was sent to be created, as a whole", lost, home],
  [
    "what was typed to change an item, over its values of now",
    { ...lost, attempt: { ...attempt, body: { rev: 1 } } },
    { title: "Home", day: "tomorrow" },
  ],
  [
    "what was typed after sending, over the values of now",
    { ...lost, values: { title: "H", day: "today" } },
    { title: "H", day: "tomorrow" },
  ],
])("restores %s", (_what, draft, values) => {
  expect(restored(tomorrow, draft)).toMatchObject({ values, attempt: draft.attempt, touched: true });
});

test("typed fields override the form's current values; the rest follows the form", () => {
  const untouched = { title: "", rev: 1, people: ["a"], gone: "", shape: "", date: null };
  const values = { title: "Home", rev: 1, people: ["a"], gone: "x", shape: "x", date: "2026-03-14" };
  const now = { title: "", rev: 2, people: ["a", "b"], shape: ["y"], date: null };
  const restored = { ...now, title: "Home", date: "2026-03-14" };
  expect(withDraft(now, { values, untouched })).toEqual(restored);
});
