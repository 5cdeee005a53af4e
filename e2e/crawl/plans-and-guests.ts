import { randomUUID } from "node:crypto";
import type { NewLink } from "@/lib/contract/links";
import type { PlanResponse } from "@/lib/contract/plans";
import type { Settlement } from "@/lib/contract/settlements";
import type { Maker } from "./operations";
import { mergePresets } from "./usual-split";

/** A member uses the plan of an event, or of its group, if there is one. */
export const usePlan: Maker = async (play) => {
  const event = play.anEvent();
  const group = play.groupOf(event);
  const person = play.aMember(group);
  const of = play.random.chance(0.4) ? "group" : "event";
  const path = of === "group" ? `/api/groups/${group.id}/plan` : `/api/events/${event}/plan`;
  const plan = await person.send("GET", path);
  // Of a group in which thousands of payments are open, there is none.
  if (!play.report.expect("read a plan", plan, of === "group" ? [200, 409] : [200])) return null;
  const { payments, replaces } = plan.body as PlanResponse;
  if (payments.length >= replaces) return null;
  const shown = payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));
  return {
    what: `use a plan of ${of}`,
    target: "",
    allowed: [201],
    send: () => person.send("POST", path, { body: { payments: shown }, key: randomUUID() }),
    onSuccess: ({ body }) => {
      const { _id, settlements } = body as { _id: string; settlements: Settlement[] };
      const events =
        of === "event"
          ? [event]
          : play.ledger.liveEventsOf(group.id).filter((id) => play.ledger.openIn(id).size > 0);
      const home = settlements[0]?.eventId ?? events[0]!;
      const inOrder = [...events.filter((id) => id !== home), home];
      const problem = play.ledger.usePlan(_id, of, inOrder, payments);
      if (problem) play.report.wrong.push(problem);
      play.plans.push({ id: _id, path: `${path}/${_id}`, event });
    },
  };
};

export const undoPlan: Maker = (play) => {
  const plan = play.plans.pop();
  if (!plan) return null;
  const person = play.aMember(play.groupOf(plan.event));
  return {
    // Not if an event is deleted, a payment of it is settled, or someone has left.
    what: "undo a plan",
    target: "",
    allowed: [200, 404, 409],
    send: () => person.send("DELETE", plan.path),
    onSuccess: () => play.ledger.undoPlan(plan.id),
  };
};

export const addGuest: Maker = (play) => {
  const group = play.random.pick(play.groups);
  const person = play.aMember(group);
  const name = `Guest ${play.report.operations}`;
  return {
    what: "add a guest",
    target: "",
    allowed: [201],
    send: () => person.send("POST", `/api/groups/${group.id}/guests`, { body: { name } }),
    onSuccess: ({ body }) => {
      const guest = play.newPerson("");
      guest.id = (body as { _id: string })._id;
      group.members.add(guest);
      play.newcomers.push(guest);
    },
  };
};

/** Someone takes the place of a guest with their link: one of the ten people, or with a new account. */
export const claimGuest: Maker = async (play) => {
  const group = play.random.pick(play.groups);
  const guest = [...group.members].find(({ email }) => email === "");
  if (!guest) return null;
  const index = play.newcomers.indexOf(guest);
  const isNew = play.random.chance(0.4);
  const person = isNew
    ? await play.newPerson(`new${play.report.operations}`).signIn()
    : play.random.pick(play.people);
  const { url } = await play
    .aMember(group)
    .call<NewLink>("POST", `/api/groups/${group.id}/links`, { guestId: guest.id });
  const token = new URL(url).pathname.split("/").at(-1);
  return {
    what: `claim a guest with ${isNew ? "a new" : "an"} account`,
    target: "",
    allowed: [200],
    send: async () => {
      const response = await person.send("POST", `/api/users/${guest.id}/claim`, { body: { token } });
      // A new account has the guest's id from now on.
      return isNew && response.status < 300 ? (await person.signIn(), response) : response;
    },
    onSuccess: () => {
      group.members.delete(guest);
      group.members.add(person);
      play.newcomers.splice(index, 1, ...(isNew ? [person] : []));
      if (!isNew) {
        play.ledger.merge(group.id, guest.id, person.id);
        mergePresets(play, guest.id, person.id);
      } else if (person.id !== guest.id) play.report.wrong.push(`guest ${guest.id} became ${person.id}`);
    },
  };
};
