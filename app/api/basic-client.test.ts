import type { Viewer } from "@/lib/server/access";
import type { Expense } from "@/lib/contract/expenses";
import type { Settlement } from "@/lib/contract/settlements";
import { useTestDatabase } from "@/testing/database";
import { aPerson } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// A client that sends only the fields that every client sends (docs/rules.md#calls): no split modes, payers, dates,
// revisions, or keys. It must keep working, with responses that have at least the fields it knows.

let ana: Viewer, ben: Viewer, cleo: Viewer;
beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben, cleo] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cleo")];
});

const person = ({ id, name }: Viewer) => ({ _id: id, name, picture: "" });
const asks = ({ id }: Viewer) => ({ query: { userId: id } });
const id = expect.stringMatching(/^[0-9a-f]{24}$/) as string;
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;

test("the whole way: sign-in, friends, a group, an event, expenses, payments", async () => {
  const credential = { email: ana.email, name: ana.name, picture: "", sub: "1" };
  expect(await done("googleAuth", ana, { body: credential })).toMatchObject({
    ...person(ana),
    email: ana.email,
  });
  const search = { query: { query: ben.email } };
  expect(await done("searchUsers", ana, search)).toMatchObject([
    { ...person(ben), email: "ben****@example.test" },
  ]);

  for (const friend of [ben, cleo]) {
    await done("sendFriendRequest", ana, { body: { to: friend.id, from: ana.id } });
    const requests = await done<{ _id: string }[]>("listFriendRequests", friend, asks(friend));
    expect(requests).toMatchObject([{ _id: id, from: person(ana) }]);
    await done("acceptFriendRequest", friend, { params: { id: requests[0]!._id } });
  }
  expect(await done("listFriends", ana, asks(ana))).toMatchObject([person(ben), person(cleo)]);

  const group = { title: "Flat", icon: ICON, members: [ben.id], fromUserId: ana.id };
  const { _id: groupId } = await done("createGroup", ana, { body: group });
  const params = { groupId };
  await done("inviteToGroup", ana, { params, body: { toUserId: cleo.id, fromUserId: ana.id } });
  expect(await done("listPendingInvitations", ana, { params })).toMatchObject([
    { _id: id, to: person(ben) },
    { _id: id, to: person(cleo) },
  ]);
  for (const friend of [ben, cleo]) {
    const [request] = await done<{ _id: string }[]>("listGroupRequests", friend, asks(friend));
    expect(request).toMatchObject({ from: person(ana), groupId: { title: "Flat" } });
    await done("acceptGroupRequest", friend, { params: { id: request!._id } });
  }
  await done("editGroup", ben, { params, body: { title: "Home", icon: ICON, userId: ben.id } });
  const home = { _id: groupId, title: "Home", icon: ICON, members: [ana, ben, cleo].map(person) };
  expect(await done("getGroup", cleo, { params })).toMatchObject({ ...home, createdBy: { _id: ana.id } });
  expect(await done("listGroups", cleo, asks(cleo))).toMatchObject([{ title: "Home" }]);

  const all = [ana.id, ben.id, cleo.id];
  const march = { title: "March", date: "2026-03-14", participants: all };
  const { _id: eventId } = await done("createEvent", ana, {
    body: { ...march, createdBy: ana.id, groupId },
  });
  await done("editEvent", ben, { params: { eventId }, body: { ...march, title: "Spring" } });
  const event = { _id: eventId, title: "Spring", date: "2026-03-14T00:00:00.000Z" };
  expect(await done("getEvent", ana, { params: { eventId } })).toMatchObject(event);
  expect(await done("listEvents", ana, { query: { groupId } })).toMatchObject([event]);

  const dinner = { eventId, paidBy: ben.id, description: "Dinner", amount: 30, splitWith: all };
  const { _id: expenseId } = await done("createExpense", ben, { body: dinner });
  const milk = { description: " Milk  and eggs ", amount: 50.01, splitWith: [cleo.id, ben.id] };
  await done("editExpense", ben, { params: { expenseId }, body: milk });
  const expense = await done<Expense>("getExpense", ana, { params: { expenseId } });
  const expected = { _id: expenseId, eventId, description: "Milk and eggs", amount: 50.01, createdAt: date };
  expect(expense).toMatchObject({ ...expected, paidBy: person(ben), splitWith: [cleo, ben].map(person) });
  expect(await done("listExpenses", cleo, { query: { eventId } })).toEqual([expense]);

  const listed = () => done<Settlement[]>("listSettlements", ana, { query: { eventId } });
  const [payment] = await listed();
  const amount = expense.shares.find(({ user }) => user === cleo.id)!.amount;
  expect(payment).toMatchObject({ _id: id, from: person(cleo), to: person(ben), amount, settled: false });
  expect(await done("friendSummary", cleo, asks(cleo))).toMatchObject([
    { name: "Ben", picture: "", amount: -amount },
  ]);
  for (const settled of [true, false]) {
    await done("settle", ana, { params: { id: payment!._id }, body: { settled, userId: ana.id } });
    expect(await listed()).toMatchObject([{ _id: payment!._id, amount, settled }]);
  }

  await done("deleteExpense", ben, { params: { expenseId } });
  expect(await listed()).toEqual([]);
  await done("removeMember", ana, { params, body: { userId: cleo.id } });
  await done("deleteEvent", ana, { params: { eventId } });
  await done("deleteGroup", ana, { params });
  await done("deleteFriend", ana, { params: { friendId: ben.id }, ...asks(ana) });
  expect(await done("listFriends", ana, asks(ana))).toMatchObject([person(cleo)]);
});

test("refused expenses", async () => {
  const body = {
    eventId: "0".repeat(24),
    paidBy: ana.id,
    description: "Bread",
    amount: 30,
    splitWith: [ana.id],
  };
  for (const change of [
    { description: " " },
    ...[0, -10_000_000, 1.005, null].map((amount) => ({ amount })),
    { splitWith: [] },
    { splitWith: undefined },
  ]) {
    const { status } = await call("createExpense", { as: ana, body: { ...body, ...change } });
    expect([change, status]).toEqual([change, 422]);
  }
});
