import { icons } from "@iconify-json/lucide";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { positions, sprite } from "./icons.mjs";

const root = path.join(__dirname, "..");

/** The text of all files of the interface whose name matches. */
function read(name: RegExp): string {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) =>
      path.join(root, folder, String(file)),
    ),
  );
  return files
    .filter((file) => name.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

test("the sprite has exactly the icons that are used", () => {
  const otherClasses = new Set(
    [...read(/\.css$/).matchAll(/@utility (icon-[a-z-]+)/g)].map(([, name]) => name),
  );
  const used = [...read(/(?<!\.test)\.tsx?$/).matchAll(/(?<=["'`])icon-([a-z-]+)(?=["'`\s])/g)]
    .filter(([name]) => !otherClasses.has(name))
    .map(([, name]) => name);
  expect(new Set(Object.keys(positions))).toEqual(new Set(used));
});

const SIZE = 24;
const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(sprite) ?? []).map(Number);
const shapesOf = (svg: string) => [...svg.matchAll(/ (?:d|cx|x|points)="[^"]+"/g)].join();

test.each(Object.entries(positions))("%s is drawn at its position", (name, position) => {
  const [x = 0, y = 0] = position.split(" ").map((percent) => parseFloat(percent) / 100);
  const place = `translate(${Math.round(x * (width - SIZE))} ${Math.round(y * (height - SIZE))})`;
  const drawn = sprite.split("<g transform=").filter((group) => group.startsWith(`"${place}"`));
  expect(drawn.map(shapesOf)).toEqual([shapesOf(icons.icons[name.replace("-bold", "")]!.body)]);
});
