import { notFound } from "@/lib/server/errors";
import { log } from "@/lib/server/log";
import { inRequest, newRequest } from "@/lib/server/log/request";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aPerson } from "@/testing/people";
import { forScreen, notFoundOnMissing } from "./guarded-page";

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
