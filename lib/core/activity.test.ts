import { firstName } from "./people";
import { ACTIVITY_KINDS, activitySentence, type ActivityFacts } from "./activity";

const ana = { _id: "a", name: "Ana Silva" };
const ben = { _id: "b", name: "Ben Carter" };
const cleo = { _id: "c", name: "Cleo Stone" };
const nameOf = ({ name }: { name: string }) => firstName(name);
const facts: ActivityFacts = { kind: "expense-added", actor: ana, people: [], title: "Dinner", cents: 1200 };

test.each<[change: Partial<ActivityFacts>, viewer: string, sentence: string]>([
  [{}, "a", "You added Dinner, $12.00"],
  [{}, "b", "Ana added Dinner, $12.00"],
  [{ kind: "member-invited", people: [ben] }, "b", "Ana invited you"],
  [{ kind: "member-removed", people: [ben] }, "c", "Ana removed Ben from the group"],
  [{ kind: "member-joined", people: [ana] }, "b", "Ana joined the group"],
  [{ kind: "member-joined", people: [ana, ben] }, "a", "You joined with Ben's link"],
  [{ kind: "member-joined", people: [ana, ben] }, "b", "Ana joined with your link"],
  [{ kind: "payment-settled", people: [ana, ben] }, "b", "Ana paid you $12.00"],
  [{ kind: "payment-settled", people: [ana, ben] }, "a", "You paid Ben $12.00"],
  [{ kind: "payment-settled", people: [ben, ana] }, "a", "You recorded that Ben paid you $12.00"],
  [{ kind: "payment-settled", people: [ben, ana] }, "b", "Ana recorded that you paid them $12.00"],
  [{ kind: "payment-settled", people: [ben, ana] }, "c", "Ana recorded that Ben paid them $12.00"],
  [{ kind: "payment-settled", people: [ben, cleo] }, "b", "Ana settled: You paid Cleo $12.00"],
  [{ kind: "payment-settled", people: [ben, cleo] }, "a", "You settled: Ben paid Cleo $12.00"],
  [{ kind: "payment-unsettled", people: [ben, cleo] }, "a", "You undid a payment: Ben to Cleo, $12.00"],
  [{ kind: "payment-unsettled", people: [ana, ben] }, "a", "You undid a payment: you to Ben, $12.00"],
  [{ every: "2 weeks" }, "b", "Ana added Dinner, $12.00, repeats every two weeks"],
  [{ kind: "expense-repeated", every: "month" }, "a", "Dinner, $12.00, repeats monthly"],
  [{ kind: "series-added", every: "month" }, "a", "You added Dinner, $12.00, repeats monthly"],
  [{ kind: "series-held" }, "a", "Dinner is paused and does not repeat"],
  [{ kind: "comment" }, "b", "Ana commented on Dinner"],
  [
    { kind: "expense-moved", changes: [{ before: "Lisbon", after: "Porto" }] },
    "b",
    "Ana moved Dinner from Lisbon to Porto",
  ],
  [
    { kind: "expense-moved", changes: [{ before: "Lisbon", after: "" }] },
    "a",
    "You moved Dinner from Lisbon to another group",
  ],
  [{ kind: "group-split" }, "b", "Ana changed the usual split"],
  [{ kind: "event-split" }, "a", "You changed the usual split of Dinner"],
  [{ kind: "event-closed" }, "a", "You closed Dinner"],
  [{ kind: "event-reopened" }, "b", "Ana reopened Dinner"],
])("%j read by %s is %j", (change, viewer, sentence) => {
  const marked = activitySentence({ ...facts, ...change }, viewer, nameOf);
  expect(marked.replace(/[\u2068\u2069]/g, "")).toBe(sentence);
});

test("the amount keeps its place next to names and titles from right to left", () => {
  const ahmed = { _id: "d", name: "أحمد الرشيد" };
  const isolated = "\u2068أحمد\u2069";
  const added: ActivityFacts = { ...facts, actor: ahmed, title: "عشاء" };
  expect(activitySentence(added, "a", nameOf)).toBe(`${isolated} added \u2068عشاء\u2069, $12.00`);
  const paid: ActivityFacts = { ...facts, kind: "payment-settled", people: [ana, ahmed] };
  expect(activitySentence(paid, "a", nameOf)).toBe(`You paid ${isolated} $12.00`);
});

test("every kind of activity has a sentence", () => {
  for (const kind of ACTIVITY_KINDS) {
    const sentence = activitySentence({ ...facts, kind, people: [ben, cleo] }, "x", nameOf);
    // Nobody does what happens by itself.
    expect(sentence).toMatch(/^\u2068(?:Ana\u2069 [a-z]+|Dinner\u2069)/);
    expect(sentence).not.toMatch(/undefined|null/);
  }
});
