import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { thirdPartyNotices } from "./third-party-notices.mjs";

const notices = thirdPartyNotices();

test("the notices name every package of a build, with its license, and none for development", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  const named = new Set([...notices.matchAll(/^(\S+) [\w.-]+ \([^)\n]+\)/gm)].map(([, name]) => name));
  expect(Object.keys(dependencies).filter((name) => !named.has(name))).toEqual([]);
  expect(["jest", "oxlint", "@playwright/test"].filter((name) => named.has(name))).toEqual([]);
  expect(notices).toContain("Permission is hereby granted, free of charge");
});

test("they name the artist of every group icon that is not our own", () => {
  const own = ["chick", "faun"];
  const icons = readdirSync("public/group-icons").map((file) => basename(file, ".svg"));
  const credited = [...notices.matchAll(/^Icons made by [^:]+: (.*)\.$/gm)].flatMap(([, names = ""]) =>
    names.split(", "),
  );
  expect([...credited, ...own].sort()).toEqual(icons.sort());
});
