import { randomUUID } from "node:crypto";
import type { Expense, FoundExpense } from "@/lib/contract/expenses";
import type { Series } from "@/lib/contract/repeats";
import type { Person } from "../support/person";
import type { Maker } from "./operations";
import type { Members, Play } from "./play";

const DAY_MS = 24 * 60 * 60_000;

/** Takes note of the expenses of a series that have its description. @returns how many there are */
async function readOccurrences(
  play: Play,
  {
    person,
    group,
    series,
    description,
  }: { person: Person; group: Members; series: string; description: string },
) {
  const query = new URLSearchParams({ group: group.id, q: description });
  const { expenses } = await person.call<{ expenses: FoundExpense[] }>("GET", `/api/search?${query}`);
  const all = await Promise.all(
    expenses.map(({ _id }) => person.call<Expense>("GET", `/api/expenses/${_id}`)),
  );
  const own = all.filter((one) => one.series === series);
  for (const expense of own) {
    if (!play.ledger.events.has(expense.eventId)) play.ledger.addEvent(expense.eventId, group.id);
    play.note({ body: expense });
  }
  return own.length;
}

/** Someone adds an expense that repeats; the scheduled work makes what is due since. */
export const repeatExpense: Maker = (play) => {
  const { random, report } = play;
  const event = play.anEvent();
  const group = play.groupOf(event);
  const person = play.aMember(group);
  const weeks = random.int(1, 2);
  const times = random.chance(0.3) ? random.int(1, 4) : undefined;
  const due = random.int(0, 3);
  // Nothing is due tomorrow, so that midnight changes nothing.
  const first = Date.now() - (7 * weeks * due + random.int(0, 5)) * DAY_MS;
  const expected = Math.min(due + 1, times ?? Infinity);
  const description = `Repeats ${randomUUID()}`;
  const every = weeks === 1 ? "week" : "2 weeks";
  const repeats = { every, times, newEventEachMonth: random.chance(0.3), timeZone: "UTC" };
  const date = new Date(first).toISOString().slice(0, 10);
  const body = { ...play.expenseBody(event), eventId: event, description, date, repeats };
  return {
    what: "add an expense that repeats",
    target: "",
    allowed: [201],
    send: async () => {
      const response = await person.send("POST", "/api/expenses", { body, key: randomUUID() });
      if (response.status >= 300) return response;
      await play.runJobs();
      const { series } = response.body as Expense;
      const made = await readOccurrences(play, { person, group, series: series!, description });
      if (made !== expected) report.wrong.push(`series ${series}: ${made} expenses, expected ${expected}`);
      return response;
    },
  };
};

/** Someone pauses, resumes, skips, stops, or edits what repeats. */
export const changeSeries: Maker = async (play) => {
  const { random, report } = play;
  const group = random.pick(play.groups);
  const reader = play.aMember(group);
  const all = await reader.call<Series[]>("GET", `/api/groups/${group.id}/series`);
  const [event] = play.ledger.liveEventsOf(group.id);
  if (all.length === 0 || !event) return null;
  const one = random.pick(all);
  const recorder = random.chance(0.8) ? play.actors(group).find(({ id }) => id === one.by._id) : undefined;
  const person = recorder ?? reader;
  const what = random.pick(["pause", "resume", "skip", "stop", "edit"] as const);
  const path = `/api/series/${one._id}`;
  const description = what === "edit" ? `Repeats ${randomUUID()}` : one.description;
  const from = Math.max(1, one.made - random.int(-1, 2));
  const body = { ...play.expenseBody(event), description, from, rev: one.rev };
  const done = {
    // Not while somebody has left, or its event is deleted.
    resume: one.paused ? [200, 409] : [200],
    // Nor if others would pay less by it.
    edit: [200, 403, 409],
    pause: [200],
    skip: [200],
    stop: [200],
  }[what];
  return {
    what: `${what} a series`,
    target: "",
    allowed: recorder || one.mayChange || what === "pause" ? done : [403],
    send: async () => {
      const response =
        what === "edit"
          ? await person.send("PUT", path, { body })
          : what === "stop"
            ? await person.send("DELETE", path)
            : await person.send("POST", `${path}/${what}${what === "skip" ? `?day=${one.next}` : ""}`);
      if (response.status >= 300 || what === "stop") return response;
      const { made } = response.body as Series;
      if (what === "skip" && made !== one.made + 1)
        report.wrong.push(`series ${one._id}: number ${made} after a skip of ${one.made + 1}`);
      await play.runJobs();
      await readOccurrences(play, { person, group, series: one._id, description });
      return response;
    },
  };
};
