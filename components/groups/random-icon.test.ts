import { GROUP_ICONS } from "@/lib/core/groups";
import { randomIcon } from "./random-icon";

test("no icon repeats before all 13 were shown, and never twice in a row", () => {
  const shown = [randomIcon()];
  while (shown.length < 5 * GROUP_ICONS.length) shown.push(randomIcon(shown));
  for (let round = 0; round < 5; round += 1) {
    const seen = shown.slice(round * GROUP_ICONS.length, (round + 1) * GROUP_ICONS.length);
    expect(new Set(seen).size).toBe(GROUP_ICONS.length);
  }
  for (const [index, icon] of shown.slice(1).entries()) expect(icon).not.toBe(shown[index]);
});
