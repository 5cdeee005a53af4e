import { afterEvent, type Unsent, type UnsentEvent } from "./unsent";

const waiting: Unsent = {
  key: "k1",
  call: "POST /api/expenses",
  body: 1,
  title: "Taxi",
  entered: {},
  form: "/create-group",
  at: 1,
};
const refused: Unsent = { ...waiting, refusal: "No." };
/** Edited, and entered again without a connection. */
const edited: Unsent = { ...waiting, body: 2 };

const accepts: UnsentEvent = { is: "accepted", body: 1 };
const refuses: UnsentEvent = { is: "refused", body: 1, reason: "No." };
const closes: UnsentEvent = { is: "closed" };
const enters: UnsentEvent = { is: "entered", item: edited };

test.each<[string, Unsent | null, UnsentEvent, Unsent | null]>([
  ["accepted: it is gone", waiting, accepts, null],
  ["refused: it waits for its user", waiting, refuses, refused],
  ["waiting: a discard in another tab was meant for the refused one", waiting, closes, waiting],
  ["entered again: one item with the newer content", waiting, enters, edited],
  ["refused by one tab, accepted for another: it is gone", refused, accepts, null],
  ["refused twice: the first reason", refused, { ...refuses, reason: "Never." }, refused],
  ["discarded, or edited and saved: it is gone", refused, closes, null],
  ["edited without a connection: it waits again", refused, enters, edited],
  ["accepted after it was edited: the server has to see the edit", edited, accepts, edited],
  ["refused after it was edited: the edit is not refused", edited, refuses, edited],
  ["gone: an answer for another tab does not bring it back", null, refuses, null],
  ["gone: accepted twice", null, accepts, null],
  ["gone: discarded twice", null, closes, null],
])("%s", (_what, item, event, after) => {
  expect(afterEvent(item, event)).toEqual(after);
});
