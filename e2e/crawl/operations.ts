import { randomUUID } from "node:crypto";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { GroupRequest } from "@/lib/contract/requests";
import type { OpenPayment, Settlement } from "@/lib/contract/settlements";
import type { ApiResponse, Person } from "../support/person";
import { importFile, undoImport } from "./imports";
import { toCents } from "./ledger";
import { moveExpense } from "./moves";
import { addGuest, claimGuest, undoPlan, usePlan } from "./plans-and-guests";
import type { Play } from "./play";
import { setPresets } from "./usual-split";
import { changeSeries, repeatExpense } from "./series";

/**
 * Something that a person does, prepared but not sent yet. Steps with the same `target` are never sent at once.
 * `allowed`: the statuses when nobody interferes.
 */
export type Step = {
  what: string;
  target: string;
  allowed: number[];
  send: () => Promise<ApiResponse>;
  /** Takes note of a success. */
  onSuccess?: (response: ApiResponse) => void;
};

/** Prepares a step; null if there is nothing to do it with. */
export type Maker = (play: Play) => Promise<Step | null> | Step | null;

const addExpense: Maker = (play) => {
  const event = play.anEvent();
  const person = play.aMember(play.groupOf(event));
  const request = { body: { eventId: event, ...play.expenseBody(event) }, key: randomUUID() };
  const isRepeated = play.random.chance(0.1);
  return {
    what: "add an expense",
    target: request.key,
    allowed: [201],
    send: async () => {
      const [response, again] = await Promise.all([
        person.send("POST", "/api/expenses", request),
        isRepeated ? person.send("POST", "/api/expenses", request) : null,
      ]);
      if (again && again.status < 300 && again.text !== response.text)
        play.report.wrong.push(`a repeated request got another answer: ${again.text}`);
      return response.status < 300 || !again ? response : again;
    },
    onSuccess: (response) => play.note(response),
  };
};

const changeExpense =
  (kind: "edit" | "delete" | "restore"): Maker =>
  (play) => {
    const found = play.anExpense(kind !== "restore");
    if (!found) return null;
    const isAllowed = !play.random.chance(0.1);
    const person = isAllowed ? found.recorder : found.others[0];
    if (!person) return null;
    const path = `/api/expenses/${found.id}${kind === "restore" ? "/restore" : ""}`;
    const method = kind === "delete" ? "DELETE" : "PUT";
    const body = kind === "edit" ? play.expenseBody(found.event) : undefined;
    const success = found.hasFormer ? [200, 409] : [200];
    return {
      what: `${kind} an expense`,
      target: found.id,
      allowed: isAllowed ? success : [403],
      send: () => person.send(method, path, { body }),
      onSuccess: (response) => {
        if (kind === "delete") found.expense.live = false;
        else play.note(response);
      },
    };
  };

/** The payments of an event as a member sees them. */
async function listed(play: Play, isSettled: boolean) {
  const event = play.anEvent();
  const person = play.aMember(play.groupOf(event));
  const rows = await person.call<Settlement[]>("GET", `/api/settlements?eventId=${event}&limit=50`);
  const some = rows.filter(({ settled }) => settled === isSettled);
  return some.length > 0 ? { person, payment: play.random.pick(some), event } : null;
}

const settle: Maker = async (play) => {
  const found = await listed(play, false);
  if (!found) return null;
  const { payment, person } = found;
  const cents = toCents(payment.amount);
  const part = play.random.chance(0.4) ? play.random.int(1, cents) / 100 : undefined;
  const body = { settled: true, amount: payment.amount, from: payment.from._id, ...(part && { part }) };
  return {
    what: "settle a payment",
    target: payment._id,
    allowed: [200],
    send: () => person.send("PUT", `/api/settlements/${payment._id}/settle`, { body }),
    onSuccess: ({ body: response }) => play.ledger.pay(response as Settlement),
  };
};

/** Two people settle the same payment at once: one succeeds. */
const settleTwice: Maker = async (play) => {
  const found = await listed(play, false);
  if (!found) return null;
  const { payment, event } = found;
  const both = play.random.sample(play.actors(play.groupOf(event)), 2);
  return {
    what: "settle a payment twice",
    target: "",
    allowed: [200],
    send: async () => {
      const path = `/api/settlements/${payment._id}/settle`;
      const responses = await Promise.all(
        both.map((one) => one.send("PUT", path, { body: { settled: true } })),
      );
      const statuses = responses.map(({ status }) => status).sort();
      if (statuses.join() !== "200,409") play.report.wrong.push(`settling twice at once: ${statuses.join()}`);
      return responses.find(({ status }) => status === 200) ?? responses[0]!;
    },
    onSuccess: ({ body }) => play.ledger.pay(body as Settlement),
  };
};

const unsettle: Maker = async (play) => {
  const found = await listed(play, true);
  if (!found) return null;
  const { payment, person, event } = found;
  const { members } = play.groupOf(event);
  const hasFormer = ![payment.from, payment.to].every(({ _id }) => members.has(play.personOf(_id)));
  return {
    what: "unsettle a payment",
    target: payment._id,
    allowed: hasFormer ? [409] : [200],
    send: () => person.send("PUT", `/api/settlements/${payment._id}/settle`, { body: { settled: false } }),
    onSuccess: () => play.ledger.events.get(event)!.payments.delete(payment._id),
  };
};

const settleUp: Maker = async (play) => {
  const [actor, other] = play.random.sample(play.people, 2) as [Person, Person];
  const path = `/api/users/${other.id}/settlements`;
  const open = await actor.call<OpenPayment[]>("GET", path);
  if (open.length === 0) return null;
  const payments = open.map(({ settlement: { _id, amount, from } }) => ({ _id, amount, from: from._id }));
  return {
    what: "settle up",
    target: path,
    allowed: [201],
    send: () => actor.send("POST", path, { body: { payments }, key: randomUUID() }),
    onSuccess: ({ body }) => {
      const { batchId } = body as { batchId: string };
      for (const { settlement } of open) play.ledger.pay({ ...settlement, batchId });
      play.batches.push({ id: batchId, actor, other });
    },
  };
};

const undoSettleUp: Maker = (play) => {
  const batch = play.batches.pop();
  if (!batch) return null;
  const path = `/api/users/${batch.other.id}/settlements/${batch.id}`;
  return {
    // Not if an event is deleted, someone has left, or everything was unsettled one by one.
    what: "undo settling up",
    target: "",
    allowed: [200, 404, 409],
    send: () => batch.actor.send("DELETE", path),
    onSuccess: () => play.ledger.unpayBatch(batch.id),
  };
};

const createEvent: Maker = (play) => {
  const group = play.random.pick(play.groups);
  const person = play.aMember(group);
  const body = play.eventBody(group);
  return {
    what: "create an event",
    target: "",
    allowed: [201],
    send: () => person.send("POST", "/api/events", { body }),
    onSuccess: (response) => play.ledger.addEvent((response.body as Event)._id, group.id),
  };
};

const editEvent: Maker = (play) => {
  const event = play.anEvent();
  const group = play.groupOf(event);
  const person = play.aMember(group);
  const { groupId: _, ...body } = play.eventBody(group);
  return {
    what: "edit an event",
    target: event,
    allowed: [200],
    send: () => person.send("PUT", `/api/events/${event}`, { body }),
  };
};

/** The group's creator may do both. */
const deleteEvent: Maker = (play) => {
  const event = play.anEvent();
  const { creator, id } = play.groupOf(event);
  if (play.ledger.liveEventsOf(id).length < 2) return null;
  const isPlanned = [...play.ledger.events.get(event)!.moves.values()].some(({ of }) => of === "group");
  return {
    // Not if a plan of the group is in use, and cannot be undone.
    what: "delete an event",
    target: event,
    allowed: isPlanned ? [200, 409] : [200],
    send: () => creator.send("DELETE", `/api/events/${event}`),
    onSuccess: () => play.ledger.deleteEvent(event),
  };
};

const restoreEvent: Maker = (play) => {
  const gone = [...play.ledger.events].filter(([, event]) => !event.live);
  if (gone.length === 0) return null;
  const [id, event] = play.random.pick(gone);
  const { creator, hasLeft } = play.groupOf(id);
  return {
    what: "restore an event",
    target: "",
    allowed: hasLeft ? [200, 409] : [200],
    send: () => creator.send("PUT", `/api/events/${id}/restore`),
    onSuccess: () => (event.live = true),
  };
};

/** While an event is closed, its expenses stay as they are. */
const closeAndReopen: Maker = (play) => {
  const event = play.anEvent();
  const person = play.aMember(play.groupOf(event));
  return {
    what: "close and reopen an event",
    target: "",
    allowed: [200],
    send: async () => {
      const closed = await person.send("POST", `/api/events/${event}/close`, { body: {} });
      if (!play.report.expect("close", closed, [200])) return closed;
      const body = { eventId: event, ...play.expenseBody(event) };
      play.report.expect(
        "add to a closed event",
        await person.send("POST", "/api/expenses", { body }),
        [409],
      );
      return person.send("POST", `/api/events/${event}/reopen`, { body: {} });
    },
  };
};

/** A member leaves, or is removed, which is refused while a payment of theirs is open. */
const leave: Maker = async (play) => {
  const group = play.random.pick(play.groups);
  const person = play.aMember(group);
  if (person === group.creator || group.members.size < 5) return null;
  if (play.random.chance(0.7)) await settleAllOf(play, person, group.id);
  const isEven = [...play.ledger.summaryOf(person.id, group.id)].length === 0;
  const actor = play.random.chance(0.5) ? person : group.creator;
  const path = `/api/groups/${group.id}/members/remove`;
  return {
    what: "leave a group",
    target: "",
    allowed: [isEven ? 200 : 409],
    send: () => actor.send("PUT", path, { body: { userId: person.id } }),
    onSuccess: () => {
      group.members.delete(person);
      group.hasLeft = true;
    },
  };
};

async function settleAllOf(play: Play, person: Person, group: string): Promise<void> {
  for (const [event, known] of play.ledger.events) {
    if (!known.live || known.group !== group) continue;
    const rows = await person.call<Settlement[]>("GET", `/api/settlements?eventId=${event}&limit=1`);
    for (const { settled, from, to, _id } of rows) {
      if (settled || ![from._id, to._id].includes(person.id)) continue;
      const body = { settled: true };
      play.ledger.pay(await person.call<Settlement>("PUT", `/api/settlements/${_id}/settle`, body));
    }
  }
}

/** A former member is invited, and accepts. */
const comeBack: Maker = (play) => {
  const group = play.groups.find(({ members }) => play.people.some((one) => !members.has(one)));
  const person = play.people.find((one) => group && !group.members.has(one));
  if (!group || !person) return null;
  return {
    what: "invite and accept",
    target: "",
    allowed: [200],
    send: async () => {
      const invite = { body: { toUserId: person.id } };
      const invited = await group.creator.send("POST", `/api/groups/${group.id}/invite`, invite);
      if (!play.report.expect("invite", invited, [201])) return invited;
      const requests = await person.call<GroupRequest[]>("GET", "/api/groups/requests");
      const request = requests.find(({ groupId }) => groupId._id === group.id);
      return person.send("PUT", `/api/groups/requests/${request?._id}/accept`);
    },
    onSuccess: () => group.members.add(person),
  };
};

/** Two people who need not be friends end a friendship, or begin one. */
const friendship: Maker = async (play) => {
  const [a, b] = play.random.sample(play.people.slice(play.groups.length), 2) as [Person, Person];
  const friends = await a.call<{ _id: string }[]>("GET", "/api/users/friends");
  const areFriends = friends.some(({ _id }) => _id === b.id);
  return {
    what: areFriends ? "end a friendship" : "befriend",
    target: "",
    allowed: [200],
    send: async () => {
      if (areFriends) return a.send("DELETE", `/api/users/friends/${b.id}`);
      const sent = await a.send("POST", "/api/users/friends/request", { body: { to: b.id } });
      if (!play.report.expect("ask for friendship", sent, [201])) return sent;
      const path = `/api/users/friends/requests/${(sent.body as { _id: string })._id}`;
      // Not ignored by its receiver, because a request that was ignored cannot be repeated.
      return play.random.chance(0.3) ? a.send("DELETE", path) : b.send("PUT", `${path}/accept`);
    },
  };
};

const comment: Maker = (play) => {
  const found = play.anExpense(true);
  if (!found) return null;
  const { id, event } = found;
  const person = play.aMember(play.groupOf(event));
  const isDeleted = play.random.chance(0.3);
  return {
    what: "comment",
    target: id,
    allowed: isDeleted ? [200] : [201],
    send: async () => {
      const response = await person.send("POST", `/api/expenses/${id}/comments`, { body: { text: "Why?" } });
      if (!isDeleted || response.status >= 300) return response;
      return person.send("DELETE", `/api/comments/${(response.body as Expense)._id}`);
    },
    onSuccess: () => {
      if (!isDeleted) found.expense.named.add(person.id);
    },
  };
};

/** How often each is done. Those that nothing else may interfere with are marked. */
export const MAKERS: { weight: number; make: Maker; isAlone?: true }[] = [
  { weight: 36, make: addExpense },
  { weight: 14, make: changeExpense("edit") },
  { weight: 8, make: changeExpense("delete") },
  { weight: 5, make: changeExpense("restore") },
  { weight: 9, make: moveExpense(false) },
  { weight: 6, make: moveExpense(true), isAlone: true },
  { weight: 5, make: repeatExpense, isAlone: true },
  { weight: 8, make: changeSeries, isAlone: true },
  { weight: 3, make: setPresets },
  { weight: 12, make: settle },
  { weight: 3, make: settleTwice, isAlone: true },
  { weight: 6, make: unsettle },
  { weight: 3, make: settleUp },
  { weight: 1, make: undoSettleUp, isAlone: true },
  { weight: 6, make: usePlan, isAlone: true },
  { weight: 3, make: undoPlan, isAlone: true },
  { weight: 6, make: addGuest, isAlone: true },
  { weight: 6, make: claimGuest, isAlone: true },
  { weight: 1, make: importFile, isAlone: true },
  { weight: 0.5, make: undoImport, isAlone: true },
  { weight: 1, make: createEvent },
  { weight: 2, make: editEvent },
  { weight: 0.5, make: deleteEvent },
  { weight: 0.5, make: restoreEvent, isAlone: true },
  { weight: 1, make: closeAndReopen, isAlone: true },
  { weight: 0.5, make: leave, isAlone: true },
  { weight: 1, make: comeBack, isAlone: true },
  { weight: 2, make: friendship, isAlone: true },
  { weight: 3, make: comment },
];

/** Some expenses, then everything once, so that a short crawl leaves nothing out. What others need comes before them. */
export const EVERYTHING: Maker[] = [
  ...Array.from({ length: 12 }, () => addExpense),
  ...MAKERS.map(({ make }) => make),
];
