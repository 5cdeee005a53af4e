import { readFileSync } from "node:fs";
import { OLDEST_BROWSERS } from "@/components/shell/old-browser";

const read = (file: string) => readFileSync(file, "utf8").replace(/\s+/g, " ");

test("the build, the sentence for older browsers, and the docs name the same oldest browsers", () => {
  const { browserslist } = JSON.parse(read("package.json")) as { browserslist: string[] };
  const versions = Object.fromEntries(browserslist.map((one) => one.split(" >= ")));
  const { chrome, edge, firefox, safari, ios_saf } = versions;
  expect([edge, ios_saf]).toEqual([chrome, safari]);
  expect(OLDEST_BROWSERS).toBe(`Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`);
  for (const page of ["README.md", "docs/limits.md"]) expect(read(page)).toContain(OLDEST_BROWSERS);
});
