import { forgeAddresses } from "../../support/raw-request";
import { FakeVercel } from "./fake-vercel";
import { expect, passesTheJourneyOn, test } from "./fixtures";

// The output of `npm run build:vercel`, behind an imitation of Vercel's proxy.

let vercel: FakeVercel | undefined;
test.afterEach(async ({}, info) => {
  if (info.status !== info.expectedStatus) console.log(vercel?.log);
  await vercel?.stop();
  vercel = undefined;
});

test("two people sign in, split, settle, and open every screen on Vercel", async ({
  newContext,
  needs,
  guard,
}) => {
  test.slow();
  guard.allowStatus(404);
  vercel = await FakeVercel.start(needs.environment);
  await passesTheJourneyOn(vercel, needs, newContext);
});

test("forged addresses meet the limit of the client's own on Vercel", async ({ needs }) => {
  vercel = await FakeVercel.start(needs.environment);
  const statuses = await forgeAddresses(vercel.url);
  expect(new Set(statuses.slice(0, 600))).toEqual(new Set([200]));
  expect(new Set(statuses.slice(600))).toEqual(new Set([429]));
});
