import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "./manifest";

/** Width and height of a PNG file. */
function sizeOf(file: string): string {
  const header = readFileSync(join(process.cwd(), file));
  expect(header.toString("latin1", 1, 4)).toBe("PNG");
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`;
}

test("the installed app starts at home, in its own window, and is the same app when the start changes", () => {
  expect(manifest()).toMatchObject({ id: "/", start_url: "/friends", scope: "/", display: "standalone" });
});

test("its icons exist in the sizes that it states: plain ones, and one that launchers may cut", () => {
  const icons = manifest().icons!;
  for (const { src, sizes } of icons) expect([src, sizeOf(`public${src}`)]).toEqual([src, sizes]);
  expect(icons.map(({ sizes, purpose = "any" }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]),
  );
  // Of notifications on Android.
  expect(sizeOf("public/icon-badge.png")).toBe("96x96");
  // iOS
  expect(sizeOf("app/apple-icon.png")).toBe("180x180");
});
