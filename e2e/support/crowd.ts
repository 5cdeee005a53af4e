import { type APIRequestContext, expect, request } from "@playwright/test";
import { groupIconUrl } from "@/lib/core/groups";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { FriendRequest, GroupRequest } from "@/lib/contract/requests";
import type { Settlement } from "@/lib/contract/settlements";
import { demoSignIn, type Actor } from "./actor";
import { changeUsers } from "./database";
import type { AppServer } from "./server";
import { screensOf } from "./screens";
import { eventIn, expenseIn } from "./world";

// A large group with difficult data, created through the API.

export const MEMBERS = 40;

const LONGEST_WORD = "LlanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochXY";

/** 60 characters; a single long word; right to left; only an emoji; and so on. */
const NAMES = [
  "Wolfeschlegelsteinhausen Bartholomew Montgomery-Featherstone",
  LONGEST_WORD,
  "عبد الرحمن بن محمد الخوارزمي",
  "דוד בן־גוריון",
  "👩‍👩‍👧‍👦",
  "Ng",
];

/** A user without a browser. */
type Member = { id: string; api: APIRequestContext };

async function member(url: string, email: string): Promise<Member> {
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { Origin: url } });
  await demoSignIn(api, url, email);
  const { user } = (await (await api.get("/api/auth/session")).json()) as { user: { id: string } };
  return { id: user.id, api };
}

/**
 * A group of `ana` with 40 members, an event with seven-figure amounts, and a pending request.
 * @returns the paths of all screens
 */
export async function crowd(ana: Actor, server: AppServer): Promise<string[]> {
  const unique = ana.email.replace(/@.*/, "").replaceAll(".", "");
  const others = await Promise.all(
    Array.from({ length: MEMBERS }, (_, index) => member(server.url, `${unique}.m${index}@demo.test`)),
  );
  await changeUsers(server, new Map(NAMES.map((name, index) => [others[index]?.id ?? "", { name }])));
  const waiting = others[MEMBERS - 1];
  const members = others.slice(0, MEMBERS - 1);
  for (const { api } of others) await api.post("/api/users/friends/request", { data: { to: ana.id } });
  const asked = await ana.get<FriendRequest[]>("/api/users/friends/requests");
  for (const { _id, from } of asked)
    if (from._id !== waiting?.id) await ana.put(`/api/users/friends/requests/${_id}/accept`);

  const { _id } = await ana.post<Group>("/api/groups", {
    title: "W".repeat(30) + " and everybody else, forever",
    icon: groupIconUrl("bee"),
    members: members.map(({ id }) => id),
  });
  for (const { api } of members) {
    const [invitation] = (await (await api.get("/api/groups/requests")).json()) as GroupRequest[];
    await api.put(`/api/groups/requests/${invitation?._id}/accept`);
  }
  const group = await ana.get<Group>(`/api/groups/${_id}`);
  expect(group.members).toHaveLength(MEMBERS);
  const event = await eventIn(group, ana, "N".repeat(40) + " weekend with everybody");
  const expense = await expenseIn(
    event,
    ana,
    "Hochseefischereigenossenschaftsjubiläum".repeat(3),
    9_999_999.99,
  );
  for (const { id, api } of members.slice(0, 8))
    await api.post("/api/expenses", {
      data: { ...body(event), paidBy: id, description: "Dinner", amount: 1_234_567.89 },
    });
  const payments = await ana.get<Settlement[]>(`/api/settlements?eventId=${event._id}`);
  // Always of the same person: which payments come first differs.
  const open = payments.find(({ from, to }) => from.name === LONGEST_WORD && to._id === ana.id);
  for (const payment of payments.filter((one) => one !== open).slice(0, 3))
    await ana.put(`/api/settlements/${payment._id}/settle`, { settled: true, amount: payment.amount });
  await Promise.all(others.map(({ api }) => api.dispose()));

  const items = { friend: members[0]?.id ?? "", expense: expense._id, settlement: open?._id ?? "" };
  return (await screensOf(ana, event, items)).map(({ path }) => path);
}

const body = (event: Event): Pick<Expense, "eventId"> & { splitWith: string[] } => ({
  eventId: event._id,
  splitWith: event.participants.map(({ _id }) => _id),
});
