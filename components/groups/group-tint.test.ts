import { readFileSync } from "node:fs";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";
import { GROUP_COLORS, tintOf } from "./group-screen";

test.each(GROUP_ICONS)("the tint of %s is the background color of its icon", (name) => {
  expect(readFileSync(`public${groupIconUrl(name)}`, "utf8")).toContain(`fill="${GROUP_COLORS[name]}"`);
  expect(tintOf(groupIconUrl(name))).toEqual({ "--tint": GROUP_COLORS[name] });
});

test("other icons have none", () => {
  expect(tintOf("https://pictures.example/bee.svg")).toBeUndefined();
});
