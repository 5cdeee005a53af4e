import { ObjectId } from "mongodb";
import { planPayments } from "@/lib/core/plans";
import { collections } from "@/lib/db/collections";
import { deleteAccount } from "@/lib/db/account/delete";
import { deleteEvent } from "@/lib/db/events/delete";
import { createExpense } from "@/lib/db/expenses";
import { acceptInvitation, invite } from "@/lib/db/requests/group";
import { removeMember } from "@/lib/db/groups";
import { deleteGroup } from "@/lib/db/groups/deleted";
import { createLink } from "@/lib/db/links";
import { applyPlan, listReplaceable } from "@/lib/db/plans";
import { settle } from "@/lib/db/settlements";
import { useTestDatabase } from "@/testing/database";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { interleave } from "@/testing/interleave";
import { aChain, aGroup, aGuest, anEvent, aPerson, befriend } from "@/testing/people";
import type { Viewer } from "@/lib/server/access";
import { verifyLedger } from ".";
import type { Violation } from "./violation";

useTestDatabase();

async function violations(): Promise<Violation[]> {
  const found: Violation[] = [];
  await verifyLedger((violation) => void found.push(violation));
  return found;
}

type Trip = { people: [Viewer, Viewer, Viewer]; groupId: ObjectId; eventId: ObjectId };

/** A group of new people, with something of each kind. */
async function aTrip(): Promise<Trip> {
  const people: Trip["people"] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cleo")];
  const [ana, ben, cleo] = people;
  await befriend(ana, ben);
  const groupId = await aGroup("Trip", [ana, cleo]);
  const { _id } = await invite(ana._id, groupId, ben._id);
  await acceptInvitation(ben._id, _id);
  const dan = await aGuest(ben, groupId, "Dan");
  await createLink(ana._id, groupId, dan._id);
  const eventId = await anEvent(groupId, "Dinner", people);
  await aChain(eventId, [...people, dan]);
  const scope = { of: "event", id: eventId } as const;
  const { payments } = planPayments(await listReplaceable(scope));
  await applyPlan(ana._id, scope, payments);
  return { people, groupId, eventId };
}

it("reports nothing that is written while it reads", async () => {
  let last = await aTrip();
  /** Changes and deletes what was there, and adds something new. */
  const write = async () => {
    const { people, groupId, eventId } = last;
    const [ana, ben, cleo] = people;
    last = await aTrip();
    const open = (await (await collections()).settlements.findOne({ eventId, settled: false }))!;
    await settle(ana._id, open._id);
    const splitWith = people.map(({ _id }) => _id);
    await createExpense({
      _id: new ObjectId(),
      eventId,
      recorder: ben._id,
      description: "Taxi",
      cents: 100,
      splitWith,
    });
    await deleteEvent(ana._id, eventId);
    await removeMember(cleo._id, groupId, cleo._id);
    await deleteAccount(cleo._id);
    await deleteGroup(ana._id, groupId);
  };
  for (let position = 0; ; position += NEXT_POSITION) {
    const outcome = await interleave(position, violations, write);
    if (!outcome) break;
    expect(outcome.call).toEqual([]);
  }
});
