import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import type { Picture } from "@/components/statements/picture";
import { done } from "@/testing/api/call";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { drawn } from "./draw";
import { GET } from "./route";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));
jest.mock("next/headers", () => ({ headers: () => Promise.resolve(new Headers()) }));
// It is drawn with modules that only Next.js loads; e2e/shared-links.spec.ts looks at the file.
jest.mock("./draw", () => ({ drawn: jest.fn(() => Promise.resolve(new Uint8Array([1, 2]))) }));

useTestDatabase();

type Made = { _id: string; url: string };

let ana: Viewer;
let eventId: string;

beforeEach(async () => {
  ana = await aPerson("Ana");
  const ben = await aPerson("Ben");
  const group = await aGroup("Flat", [ana, ben]);
  eventId = String(await anEvent(group, "Dinner", [ana, ben]));
  const body = {
    eventId,
    paidBy: ana.id,
    description: "Secret soup",
    amount: 30,
    splitWith: [ana.id, ben.id],
  };
  await done("createExpense", ana, { body });
});

const share = (body: object) => done<Made>("createSharedLink", ana, { params: { eventId }, body });
const get = ({ url }: Pick<Made, "url">) =>
  GET(new Request("http://localhost:3000"), { params: Promise.resolve({ token: url.split("/").at(-1)! }) });
async function expectMissing(made: Pick<Made, "url">) {
  const { status, headers } = await get(made);
  expect([status, headers.get("cache-control")]).toEqual([404, "private, no-store"]);
}

test("whoever has the link of a statement gets what its page shows, to be stored by nobody", async () => {
  const response = await get(await share({}));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2]));
  const [picture] = jest.mocked(drawn).mock.lastCall as [Picture];
  const words = picture.texts.map((one) => one.words);
  expect(words).toEqual(expect.arrayContaining(["Dinner", "$30.00", "Ana", "Ben"]));
  expect(JSON.stringify(picture)).not.toMatch(/Secret|Flat/);
});

test("a link that was revoked, is of something else, or never existed has no picture", async () => {
  const made = await share({});
  await done("revokeSharedLink", ana, { params: { eventId, linkId: made._id } });
  const [debt] = await done<{ _id: string }[]>("listSettlements", ana, { query: { eventId } });
  const why = await share({ settlementId: debt!._id });
  for (const dead of [
    made,
    why,
    { url: "/AAAAAAAAAAAAAAAAAAAAAA" },
    { url: `/${new ObjectId().toHexString()}` },
  ])
    await expectMissing(dead);
  const deleted = await share({});
  await done("deleteEvent", ana, { params: { eventId } });
  await expectMissing(deleted);
});

test("an address gets 30 pictures a minute", async () => {
  const made = await share({});
  const statuses = [];
  for (let count = 0; count < 30; count++) statuses.push((await get(made)).status);
  // Those of the tests before count, too.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
  const refused = await get(made);
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await refused.text()).toMatch(/^Too many requests/);
});
