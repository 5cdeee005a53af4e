import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { beginSession, endAllSessions, endSession } from "@/lib/db/account/sessions";
import { deleteAccount } from "@/lib/db/account/delete";
import { createToken } from "@/lib/db/account/tokens";
import { collections } from "@/lib/db/collections";
import { listPushDevices, MAX_PUSH_DEVICES, signInPushDevice } from "@/lib/db/notices/push";
import { daysAgo } from "@/lib/core/text/dates";
import type { PushDevice } from "@/lib/contract/push";
import { sendPush } from "@/lib/server/notices/push";
import { useTestDatabase } from "@/testing/database";
import { aSubscription } from "@/testing/operations";
import { aGroup, aGuest, aPerson } from "@/testing/people";
import { PushService } from "@/testing/push-service";
import { setPushDevice, SID } from "@/testing/session";
import { call, done } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  await setPushDevice(null);
});

let browsers = 0;
const aBrowser = () => aSubscription(`browser-${(browsers += 1)}`);
const add = async (as: Viewer, subscription: object = aBrowser()) =>
  (await done("addPushDevice", as, { body: { subscription } }))._id;
/** From a browser that has no subscription yet. */
const addNew = async (as: Viewer) => {
  await setPushDevice(null);
  return add(as);
};
type Listed = { publicKey: string; devices: PushDevice[] };
const listed = async (as: Viewer) =>
  (await done<Listed>("listPushDevices", as)).devices.map(({ _id }) => _id);

test("a browser is added once, listed without its keys, and removed", async () => {
  const subscription = aBrowser();
  const _id = await add(ana, subscription);
  expect(await add(ana, subscription)).toBe(_id);
  const { publicKey, devices } = await done<Listed>("listPushDevices", ana);
  expect(publicKey).toMatch(/^B[\w-]{86}$/);
  expect(devices).toEqual([{ _id, device: "Chrome on Linux", createdAt: expect.any(String) as string }]);
  expect((await call("removePushDevice", { as: ben, params: { id: _id } })).status).toBe(404);
  await done("removePushDevice", ana, { params: { id: _id } });
  expect(await listed(ana)).toEqual([]);
  expect((await call("removePushDevice", { as: ana, params: { id: _id } })).status).toBe(404);
});

test("what is stored reaches the browser", async () => {
  const service = await PushService.start();
  process.env.PUSH_HOSTS = service.host;
  await add(ana, service.subscribe());
  const [device] = await listPushDevices(ana._id);
  expect(device).toMatchObject({ userId: ana._id, sessionId: new ObjectId(SID) });
  expect(await sendPush(device!, { id: "1", title: "Trip", text: "Hi", path: "/groups/1" })).toBe("sent");
  expect(service.received.map(({ text }) => (JSON.parse(text) as { title: string }).title)).toEqual(["Trip"]);
  delete process.env.PUSH_HOSTS;
  await service.stop();
});

test("a browser shows the notices of one person: whoever has added it last", async () => {
  const subscription = aBrowser();
  const _id = await add(ana, subscription);
  expect(await add(ben, subscription)).toBe(_id);
  expect([await listed(ana), await listed(ben)]).toEqual([[], [_id]]);
});

test("a browser whose address has changed is listed once", async () => {
  await add(ana);
  const now = await add(ana);
  expect(await listed(ana)).toEqual([now]);
  // Not if it was somebody else's.
  await add(ben);
  expect(await listed(ana)).toEqual([now]);
});

test("a person has at most 10: the first goes", async () => {
  const ids: string[] = [];
  for (let count = 0; count < MAX_PUSH_DEVICES; count++) ids.unshift(await addNew(ana));
  const other = await addNew(ben);
  const last = await addNew(ana);
  expect([...(await listed(ana))].sort()).toEqual([last, ...ids.slice(0, -1)].sort());
  expect(await listed(ben)).toEqual([other]);
});

test.each<[string, object]>([
  ["an inner address", { endpoint: "https://169.254.169.254/latest" }],
  ["this server", { endpoint: "http://localhost:3000/api/jobs" }],
  ["no address", { endpoint: "push" }],
  ["a key that is no point of the curve", { keys: { ...aBrowser().keys, p256dh: `B${"A".repeat(86)}` } }],
  ["a short key", { keys: { ...aBrowser().keys, p256dh: "BAAA" } }],
  ["a short secret", { keys: { ...aBrowser().keys, auth: "AAAA" } }],
  ["no keys", { keys: undefined }],
  ["operators", { endpoint: { $ne: "" } }],
])("a subscription with %s is refused, and nothing is stored", async (_, wrong) => {
  const { status, body } = await call("addPushDevice", {
    as: ana,
    body: { subscription: { ...aBrowser(), ...wrong } },
  });
  expect([status, body]).toMatchObject([
    422,
    { code: "invalid", fieldErrors: { subscription: [expect.any(String)] } },
  ]);
  expect(await listed(ana)).toEqual([]);
});

test("guests, strangers, and API tokens get and add nothing", async () => {
  const nina = await aGuest(ana, await aGroup("Trip", [ana]), "Nina");
  const { token } = await createToken(ana._id, { name: "Script", scope: "write", groupId: null, days: 1 });
  const body = { subscription: aBrowser() };
  const headers = { authorization: `Bearer ${token}` };
  for (const name of ["listPushDevices", "addPushDevice"] as const) {
    const sent = name === "addPushDevice" ? { body } : {};
    expect((await call(name, { as: null, ...sent })).status).toBe(401);
    expect((await call(name, { as: nina, ...sent })).status).toBe(404);
    expect((await call(name, { as: null, headers, ...sent })).body).toMatchObject({ code: "token-refused" });
  }
  expect(
    await (await collections()).pushSubscriptions.countDocuments({ userId: { $in: [ana._id, nina._id] } }),
  ).toBe(0);
});

test("a server without keys offers no push messages", async () => {
  const environment = { ...process.env };
  Object.assign(process.env, { MONGODB_URI: "mongodb://localhost" });
  delete process.env.VAPID_PUBLIC_KEY;
  delete process.env.VAPID_PRIVATE_KEY;
  expect(await done("listPushDevices", ana)).toEqual({ publicKey: null, devices: [] });
  const { status, body } = await call("addPushDevice", { as: ana, body: { subscription: aBrowser() } });
  expect([status, body]).toMatchObject([409, { error: "This server sends no push notifications." }]);
  process.env = environment;
});

describe("when a session ends", () => {
  const begin = (user: Viewer) => beginSession(user._id, "Chrome on Linux", daysAgo(-14));
  /** Adds a browser in a session. */
  async function addIn(as: Viewer, sessionId: ObjectId): Promise<string> {
    const _id = await addNew(as);
    const { pushSubscriptions } = await collections();
    await pushSubscriptions.updateOne({ _id: new ObjectId(_id) }, { $set: { sessionId } });
    return _id;
  }

  test("by logging out there, its browser gets nothing more, and others still do", async () => {
    const [here, there] = [await begin(ana), await begin(ana)];
    await addIn(ana, here);
    const other = await addIn(ana, there);
    const bens = await addIn(ben, here);
    await endSession(ana._id, here);
    expect([await listed(ana), await listed(ben)]).toEqual([[other], [bens]]);
  });

  test("by logging out everywhere, or with the account, none does", async () => {
    for (const end of [endAllSessions, deleteAccount]) {
      await addIn(ana, await begin(ana));
      const bens = await addIn(ben, await begin(ben));
      await end(ana._id);
      const { pushSubscriptions } = await collections();
      expect(await pushSubscriptions.countDocuments({ userId: ana._id })).toBe(0);
      expect(await listed(ben)).toContain(bens);
    }
  });

  test("because there are too many, too", async () => {
    const first = await beginSession(ana._id, "Old", daysAgo(-14), daysAgo(1));
    await addIn(ana, first);
    for (let count = 0; count < 100; count++) await begin(ana);
    expect(await listed(ana)).toEqual([]);
  });

  test("because somebody signs in again, their browser goes on; another person's ends", async () => {
    const [before, after] = [await begin(ana), await begin(ana)];
    const _id = await addIn(ana, before);
    await signInPushDevice(new ObjectId(_id), ana._id, after);
    await endSession(ana._id, before);
    expect(await listed(ana)).toEqual([_id]);
    await signInPushDevice(new ObjectId(_id), ben._id, await begin(ben));
    expect([await listed(ana), await listed(ben)]).toEqual([[], []]);
  });
});

test("nothing is added to an account that is being deleted", async () => {
  await deleteAccount(ana._id);
  expect((await call("addPushDevice", { as: ana, body: { subscription: aBrowser() } })).status).toBe(404);
  expect(await listPushDevices(ana._id)).toEqual([]);
});
