import { notFound, AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { inRequest, newRequest } from "@/lib/log/request";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aPerson } from "@/testing/people";
import { signInAs } from "@/testing/session";
import { headers } from "next/headers";
import { limitInMemory } from "@/lib/server/http/memory-limits";
import { forScreen, getPageUser, notFoundOnMissing, pageMetadata, refusedOr } from "./guarded-page";

jest.mock("next/headers", () => ({ headers: jest.fn(() => Promise.resolve(new Headers())) }));
jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

const request = (path: string) => newRequest("GET", "/groups/*", path);

test("an error of a screen gets the id of the request as its reference", async () => {
  const current = request("/groups");
  const failed = () => forScreen(Promise.reject(new Error("defect")));
  await expect(inRequest(current, failed)).rejects.toMatchObject({ digest: current.id });
  await expect(failed()).rejects.not.toHaveProperty("digest");
});

test("a redirect of Next.js keeps its own digest", async () => {
  const redirect = Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;replace;/;307;" });
  const shown = () => forScreen(Promise.reject(redirect));
  await expect(inRequest(request("/groups"), shown)).rejects.toMatchObject({ digest: redirect.digest });
});

test("a screen of a group that the user may not see is logged with its id", async () => {
  const group = String(await aGroup("Hideout", [await aPerson("Ana")]));
  const lines: unknown[] = [];
  jest.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  log.level = "info";
  try {
    const current = { ...request(`/groups/${group}`), user: "65f0c0ffee65f0c0ffee65f0" };
    const missing = () => notFoundOnMissing(Promise.reject(notFound()));
    await expect(inRequest(current, missing)).rejects.toMatchObject({
      digest: expect.stringContaining("404") as string,
    });
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(lines).toMatchObject([{ event: "hiddenFromUser", user: current.user, ids: [group] }]);
  } finally {
    log.level = "warn";
  }
});

const CONFLICT = new AppError("conflict", "More than 5,000 payments are open.");
const sayWhy = (message: string) => `Sorry: ${message}`;

test("a screen that is refused says why, with the status that a call has", async () => {
  const current = request("/groups/1/plan");
  const shown = () => refusedOr(Promise.reject<string>(CONFLICT), sayWhy);
  expect(await inRequest(current, shown)).toBe("Sorry: More than 5,000 payments are open.");
  expect(current).toMatchObject({ code: "conflict", refusal: { status: 409, headers: {} } });
  const asked = request("/groups/1/plan");
  jest.mocked(headers).mockResolvedValueOnce(new Headers({ "sec-fetch-dest": "empty" }) as never);
  expect(await inRequest(asked, shown)).toBe("Sorry: More than 5,000 payments are open.");
  expect(asked).not.toHaveProperty("refusal");
  // The service worker asks for a document.
  const kept = request("/groups/1/plan");
  const sent = { "sec-fetch-dest": "empty", accept: "text/html" };
  jest.mocked(headers).mockResolvedValueOnce(new Headers(sent) as never);
  await inRequest(kept, shown);
  expect(kept).toHaveProperty("refusal");
});

test("a screen whose session has ended leads to the entry screen, and defects stay errors", async () => {
  const failed = (error: Error) => refusedOr(Promise.reject<string>(error), sayWhy);
  await expect(failed(new AppError("unauthenticated"))).rejects.toMatchObject({
    digest: expect.stringContaining("NEXT_REDIRECT") as string,
  });
  for (const error of [new Error("defect"), new AppError("internal")])
    await expect(failed(error)).rejects.toBe(error);
});

test("the title of a screen that is refused is that of its kind", async () => {
  signInAs(await aPerson("Ana"));
  const metadata = pageMetadata(() => Promise.reject(CONFLICT), "Settle the group");
  const props = { params: Promise.resolve({}), searchParams: Promise.resolve({}) };
  expect(await metadata(props)).toEqual({ title: "Settle the group" });
});

test("a screen counts for its user, like a read, once the session is known not to have ended", async () => {
  const ana = await aPerson("Ana");
  for (const user of [null, ana]) {
    signInAs(user);
    for (let count = 0; count < 300; count++) await getPageUser();
  }
  for (let count = 0; count < 300; count++) await limitInMemory("read", ana.id);
  await expect(limitInMemory("read", ana.id)).rejects.toMatchObject({ code: "rate-limited" });
  expect(await getPageUser()).toMatchObject({ id: ana.id });
});
