import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { OPEN_SCREENS } from "@/e2e/support/screens";
import { OTHER_SCREENS, SCREENS } from "./screens";

/** Whatever its parts are called, and without a query. */
const plain = (path: string) => path.replace(/\?.*/, "").replace(/[[{]\w+[\]}]/g, "{}");

/** The folders of the pages; the last segments that match anything show the 404 page. */
const PAGES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file) && !file.includes("[..."))
  .map((file) => `/${dirname(file)}`.replace(/\/\.$/, "/"));

const SIGNED_IN = "/(signed-in)";
const isGuarded = (page: string) => page.startsWith(SIGNED_IN);
const pathOf = (page: string) => plain(page.replace(SIGNED_IN, ""));

test("every screen with a session is in testing/screens.ts, which the crawl, the tours, and the benchmark visit", () => {
  const listed = Object.keys({ ...SCREENS, ...OTHER_SCREENS }).map(plain);
  expect([...new Set(listed)].sort()).toEqual(PAGES.filter(isGuarded).map(pathOf).sort());
});

test("every screen without a session is in e2e/support/screens.ts, except those of links, and the one that leaves", () => {
  const open = PAGES.filter((page) => !isGuarded(page) && !page.includes("[") && page !== "/offline");
  expect(OPEN_SCREENS.map(({ path }) => path)).toEqual(expect.arrayContaining(open));
});

test("every screen is in the table of docs/rules.md", () => {
  const [, section = ""] = /^## Screens\n(.*?)^## /ms.exec(readFileSync("docs/rules.md", "utf8")) ?? [];
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...row.matchAll(/`([/…][^`]*)`/g)].map(([, path = ""]) => path));
  const paths = named.map((path) => plain(path.replace("…", "/groups/{groupId}/events/{eventId}")));
  expect(PAGES.map(pathOf).filter((page) => !paths.includes(page))).toEqual([]);
});
