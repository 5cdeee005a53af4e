import { ana, event, expense, group } from "@/testing/components/fixtures";
import type { Activity } from "@/lib/contract/activity";
import { activityLinks } from "./activity-links";

let made = 0;
const activity = (kind: Activity["kind"], about: Partial<Activity> = {}): Activity => ({
  _id: String(++made).padStart(24, "0"),
  kind,
  at: "2026-03-14T20:00:00.000Z",
  actor: ana,
  group: { _id: group._id, title: group.title },
  eventId: null,
  expenseId: null,
  people: [],
  title: "",
  amount: null,
  changes: [],
  text: "",
  ...about,
});

const ofEvent = { eventId: event._id };
const ofExpense = { eventId: event._id, expenseId: expense._id };
const eventLink = `/groups/${group._id}/events/${event._id}`;
const expenseLink = `${eventLink}/expenses/${expense._id}`;

test("each links to its item", () => {
  const rows = [
    activity("comment", ofExpense),
    activity("payment-settled", ofEvent),
    activity("event-created", ofEvent),
    activity("member-joined"),
  ];
  expect(activityLinks(rows)).toEqual([expenseLink, eventLink, eventLink, `/groups/${group._id}`]);
});

const restoreLink = `/groups/${group._id}/deleted`;

test("nothing links to a deleted expense, or into a deleted event, but deletions to where they are undone", () => {
  const added = activity("expense-added", ofExpense);
  const created = activity("event-created", ofEvent);
  expect(activityLinks([activity("expense-deleted", ofExpense), added, created])).toEqual([
    restoreLink,
    undefined,
    eventLink,
  ]);
  expect(activityLinks([activity("event-deleted", ofEvent), added, created])).toEqual([
    restoreLink,
    undefined,
    undefined,
  ]);
});

test("a guest has nowhere to restore something", () => {
  const rows = [activity("event-deleted", ofEvent), activity("expense-deleted", ofExpense)];
  expect(activityLinks(rows)).toEqual([restoreLink, restoreLink]);
  expect(activityLinks(rows, true)).toEqual([undefined, undefined]);
});

test("nothing links to a deleted group; once restored, everything does", () => {
  const path = `/groups/${group._id}`;
  const deleted = activity("group-deleted");
  expect(activityLinks([deleted, activity("expense-deleted", ofExpense)])).toEqual([
    "/groups/deleted",
    undefined,
  ]);
  const other = activity("member-joined", { group: { _id: "f".repeat(24), title: "Other" } });
  expect(activityLinks([other, deleted])).toEqual([`/groups/${"f".repeat(24)}`, "/groups/deleted"]);
  const restored = [activity("group-restored"), deleted, activity("member-joined")];
  expect(activityLinks(restored)).toEqual([path, path, path]);
});

test("restored items are linked again, except those deleted earlier", () => {
  const added = activity("expense-added", ofExpense);
  expect(
    activityLinks([activity("expense-restored", ofExpense), activity("expense-deleted", ofExpense), added]),
  ).toEqual([expenseLink, expenseLink, expenseLink]);
  expect(
    activityLinks([
      activity("event-restored", ofEvent),
      activity("event-deleted", ofEvent),
      activity("expense-deleted", ofExpense),
      added,
    ]),
  ).toEqual([eventLink, eventLink, restoreLink, undefined]);
});
