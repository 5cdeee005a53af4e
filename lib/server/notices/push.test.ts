import { generateVAPIDKeys } from "web-push";
import { PushService } from "@/testing/push-service";
import { log } from "@/lib/log";
import { sendPush } from "./push";

const message = { id: "65f0c0ffee65f0c0ffee65f0", title: "Trip", text: "Ben added Taxi.", path: "/groups/1" };
const keys = generateVAPIDKeys();
const environment = process.env;
let service: PushService;
let warned: unknown[];

beforeEach(async () => {
  service = await PushService.start();
  process.env = {
    ...environment,
    PUSH_HOSTS: service.host,
    VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
  };
  warned = [];
  jest.spyOn(log, "warn").mockImplementation((...args: unknown[]) => void warned.push(args[0]));
});

afterEach(async () => {
  process.env = environment;
  jest.restoreAllMocks();
  await service.stop();
});

const shown = () => service.received.map(({ text }) => JSON.parse(text) as Record<string, string>);

test("a message reaches the browser encrypted, in the name of the server", async () => {
  process.env.SECURITY_CONTACT = "mailto:admin@evenly.test";
  const subscription = service.subscribe();
  expect(await sendPush(subscription, message)).toBe("sent");
  expect(service.problems).toEqual([]);
  const [{ claims, headers, path }] = service.received as [(typeof service.received)[0]];
  expect(subscription.endpoint.endsWith(path)).toBe(true);
  expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: "mailto:admin@evenly.test" });
  expect(headers).toMatchObject({ ttl: "86400", "content-type": "application/octet-stream" });
  expect(headers.authorization).toContain(`k=${keys.publicKey}`);
  const { id, text, ...rest } = message;
  expect(shown()).toEqual([{ ...rest, body: text, tag: id }]);
  expect(warned).toEqual([]);
});

test("the same message has the same topic, and another one has another", async () => {
  const subscription = service.subscribe();
  for (const id of ["1", "1", "2"]) await sendPush(subscription, { ...message, id });
  const [first, again, other] = service.received.map(({ headers }) => headers["topic"]);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test.each<[string, string, string | undefined]>([
  ["https://evenly.test", "https://evenly.test", undefined],
  ["http://evenly.lan", "mailto:security@localhost", undefined],
  ["https://evenly.test", "https://evenly.test/contact", "https://evenly.test/contact"],
])("with AUTH_URL %s, push services may contact %s", async (url, subject, contact) => {
  Object.assign(process.env, { AUTH_URL: url, ...(contact && { SECURITY_CONTACT: contact }) });
  await sendPush(service.subscribe(), message);
  expect(service.received.map(({ claims }) => claims.sub)).toEqual([subject]);
});

test("long texts are cut between characters, so that the message fits", async () => {
  const family = "👨‍👩‍👧‍👦";
  await sendPush(service.subscribe(), {
    ...message,
    title: family.repeat(200),
    text: `"\u0007${family.repeat(900)}`,
  });
  const [{ text }] = service.received as [(typeof service.received)[0]];
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000);
  const [{ title, body }] = shown() as [{ title: string; body: string }];
  expect(title).toMatch(new RegExp(`^(${family})+…$`, "u"));
  expect(body).toMatch(new RegExp(`^"\u0007(${family})+…$`, "u"));
});

test.each([
  [200, "sent"],
  [201, "sent"],
  [202, "sent"],
  [404, "gone"],
  [410, "gone"],
  [400, "failed"],
  [403, "failed"],
  [413, "failed"],
  [429, "failed"],
  [500, "failed"],
  [503, "failed"],
])("the answer %i means %s", async (status, delivery) => {
  service.answer = status;
  expect(await sendPush(service.subscribe(), message)).toBe(delivery);
  expect(warned).toEqual(delivery === "failed" ? [{ host: service.host, status }] : []);
});

test.each([301, 302, 307, 308])("a redirect (%i) to an inner address is not followed", async (status) => {
  const inner = await PushService.start();
  service.answer = (response) => response.writeHead(status, { Location: inner.subscribe().endpoint }).end();
  expect(await sendPush(service.subscribe(), message)).toBe("failed");
  expect([inner.received, inner.problems]).toEqual([[], []]);
  await inner.stop();
});

test("a service that does not answer, breaks off, or is down fails", async () => {
  const subscription = service.subscribe();
  service.answer = () => {};
  expect(await sendPush(subscription, message, 100)).toBe("failed");
  service.answer = (response) => response.destroy();
  expect(await sendPush(subscription, message)).toBe("failed");
  await service.stop();
  expect(await sendPush(subscription, message)).toBe("failed");
  expect(warned).toHaveLength(3);
});

test("an answer without an end is not read", async () => {
  let closed: Promise<unknown> = Promise.resolve();
  service.answer = (response) => {
    closed = new Promise((resolve) => response.on("close", resolve));
    response.writeHead(201);
    const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
    response.on("close", () => clearInterval(timer));
  };
  expect(await sendPush(service.subscribe(), message, 1_000)).toBe("sent");
  await closed;
});

test("nothing is sent without keys, to an address that is no push service's, or for a key that is none", async () => {
  const subscription = service.subscribe();
  const p256dh = `B${"A".repeat(86)}`;
  expect(await sendPush({ ...subscription, keys: { ...subscription.keys, p256dh } }, message)).toBe("failed");
  process.env.PUSH_HOSTS = "push.example";
  expect(await sendPush(subscription, message)).toBe("failed");
  Object.assign(process.env, { PUSH_HOSTS: service.host, MONGODB_URI: "mongodb://localhost" });
  delete process.env.VAPID_PUBLIC_KEY;
  delete process.env.VAPID_PRIVATE_KEY;
  expect(await sendPush(subscription, message)).toBe("failed");
  expect([service.received, service.problems]).toEqual([[], []]);
});
