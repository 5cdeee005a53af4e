import type { Viewer } from "@/lib/server/access";
import { requireUnsubscriber, unsubscribeToken } from "@/lib/auth/unsubscribe";
import { deleteAccount } from "@/lib/db/account/delete";
import { collections } from "@/lib/db/collections";
import { stopEmail } from "@/lib/db/notices/settings";
import { verifyDatabase } from "@/lib/db/verify";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, aPerson } from "@/testing/people";
import { call } from "@/testing/api/call";
import { dump } from "@/testing/stored";
import { signInAs } from "@/testing/session";
import { GET, POST } from "./unsubscribe/[token]/route";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  ana = await aPerson("Ana");
  signInAs(null);
});
afterEach(() => {
  delete process.env.AUTH_SECRET;
});

const noticesOf = async ({ _id }: Viewer) => (await (await collections()).users.findOne({ _id }))?.notices;
const request = (token: string, init: RequestInit = {}, query = "") => {
  const url = `http://localhost:3000/api/unsubscribe/${encodeURIComponent(token)}${query}`;
  return [new Request(url, init), { params: Promise.resolve({ token }) }] as const;
};
const post = (token: string, init: RequestInit = {}, query?: string) =>
  POST(...request(token, { method: "POST", ...init }, query));

/** The same link with another character at this position. */
const altered = (token: string, at: number) =>
  `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;

const form = (entries: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(entries)) data.set(name, value);
  return data;
};

test.each<[what: string, body: () => BodyInit | undefined]>([
  ["a form", () => new URLSearchParams({ "List-Unsubscribe": "One-Click" })],
  ["a form in parts", () => form({ "List-Unsubscribe": "One-Click" })],
  ["JSON", () => "{}"],
  ["nothing", () => undefined],
])("a mail provider posts %s without a cookie: emails stop, without a redirect", async (_, body) => {
  const other = await aPerson("Ben");
  for (let times = 0; times < 2; times++) {
    const response = await post(unsubscribeToken(ana.id), { body: body() ?? null });
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    expect(await noticesOf(ana)).toEqual({ email: [] });
  }
  expect(await noticesOf(other)).toBeUndefined();
});

test("the page's form leads back to the page", async () => {
  const token = unsubscribeToken(ana.id);
  const headers = { host: "localhost:3000", origin: "http://localhost:3000" };
  const response = await post(token, { body: "", headers }, "?page");
  expect([response.status, response.headers.get("location")]).toEqual([303, `/unsubscribe/${token}`]);
  expect(await noticesOf(ana)).toEqual({ email: [] });
  const refused = await post("forged", { body: "", headers }, "?page");
  expect([refused.status, refused.headers.get("location")]).toEqual([
    303,
    "/unsubscribe/forged?problem=not-found&wait=",
  ]);
});

test("another site's page cannot post it, whoever has the link", async () => {
  for (const [name, value] of [
    ["origin", "https://evil.example"],
    ["sec-fetch-site", "cross-site"],
  ] as const) {
    const headers = { [name]: value };
    for (const query of ["", "?page"])
      expect((await post(unsubscribeToken(ana.id), { headers }, query)).status).toBe(403);
  }
  expect(await noticesOf(ana)).toBeUndefined();
});

test("scanners that follow the link change nothing", async () => {
  const token = unsubscribeToken(ana.id);
  const before = await dump();
  for (const method of ["GET", "HEAD"]) {
    const response = await GET(...request(token, { method }));
    expect([response.status, response.headers.get("location")]).toEqual([303, `/unsubscribe/${token}`]);
    const away = await GET(...request("//evil.example", { method }));
    expect(away.headers.get("location")).toBe("/unsubscribe/%2F%2Fevil.example");
  }
  expect(await dump()).toEqual(before);
});

test("forged links, those of deleted accounts, of guests, and of nobody get the same answer", async () => {
  const token = unsubscribeToken(ana.id);
  const guest = await aGuest(ana, await aGroup("Trip", [ana]), "Nina");
  const gone = await aPerson("Gone");
  await deleteAccount(gone._id);
  const before = await dump();
  const dead = [
    ...Array.from({ length: token.length - 1 }, (_, at) => altered(token, at)),
    ...[token.slice(0, -1), `${token}A`, "", "x", "\u0000", "../../account", `${token}\n`],
    ...[guest, gone, { id: "0".repeat(24) }].map(({ id }) => unsubscribeToken(id)),
  ];
  const answers = new Set<string>();
  for (const one of dead) {
    const response = await post(one);
    answers.add(`${response.status} ${await response.text()}`);
    await expect(requireUnsubscriber(one)).rejects.toMatchObject({ code: "not-found" });
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^404 .*"not-found"/);
  expect(await dump()).toEqual(before);
});

test("whoever is signed in: the link's emails stop, not theirs", async () => {
  const ben = await aPerson("Ben");
  const guest = await aGuest(ben, await aGroup("Trip", [ben]), "Nina");
  for (const as of [ben, guest]) {
    const { status } = await call("unsubscribe", { as, params: { token: unsubscribeToken(ana.id) } });
    expect([status, await noticesOf(ana), await noticesOf(as)]).toEqual([200, { email: [] }, undefined]);
    await (await collections()).users.updateOne({ _id: ana._id }, { $unset: { notices: 1 } });
  }
});

test("a link works while the secret is replaced, and no longer", async () => {
  const [old, next] = ["o".repeat(40), "n".repeat(40)];
  process.env.AUTH_SECRET = old;
  const token = unsubscribeToken(ana.id);
  process.env.AUTH_SECRET = `${next},${old}`;
  expect((await post(token)).status).toBe(200);
  expect(unsubscribeToken(ana.id)).not.toBe(token);
  expect((await post(unsubscribeToken(ana.id))).status).toBe(200);
  process.env.AUTH_SECRET = next;
  expect((await post(token)).status).toBe(404);
});

test("forging is limited by address, and links that work are not", async () => {
  delete process.env.RATE_LIMITS_OFF;
  const token = unsubscribeToken(ana.id);
  const statuses = new Set<number>();
  let last = await post(token);
  for (let tries = 0; tries < 310; tries++) {
    last = await post(altered(token, 20));
    statuses.add(last.status);
  }
  expect([...statuses]).toEqual([404, 429]);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(60);
  expect((await post(token)).status).toBe(200);
  const onPage = await post(altered(token, 20), {}, "?page");
  expect(onPage.headers.get("location")).toMatch(/\?problem=rate-limited&wait=\d+$/);
});

test("a bounce says when, keeps the other settings, and does not revive an account", async () => {
  const { users } = await collections();
  await users.updateOne({ _id: ana._id }, { $set: { "notices.email": ["charged"] } });
  await stopEmail(ana._id, "bounced");
  expect(await noticesOf(ana)).toEqual({ email: [], emailStoppedAt: expect.any(Date) });
  await stopEmail(ana._id, "unsubscribed");
  expect(await noticesOf(ana)).toEqual({ email: [], emailStoppedAt: expect.any(Date) });
  await deleteAccount(ana._id);
  await stopEmail(ana._id, "bounced");
  expect(await noticesOf(ana)).toBeUndefined();
  const violations: unknown[] = [];
  await verifyDatabase(
    (violation) => violations.push(violation),
    () => {},
  );
  expect(violations).toEqual([]);
});
