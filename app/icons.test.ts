import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { positions } from "./icons.mjs";

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

test("the picture has exactly the icons that are used, each at a place of its own", () => {
  const otherClasses = new Set([...read(/\.css$/).matchAll(/\.(icon-[a-z-]+)/g)].map(([, name]) => name));
  const used = [...read(/(?<!\.test)\.tsx?$/).matchAll(/(?<=["'`])icon-([a-z-]+)(?=["'`\s])/g)]
    .filter(([name]) => !otherClasses.has(name))
    .map(([, name]) => name);
  expect(new Set(Object.keys(positions))).toEqual(new Set(used));
  expect(new Set(Object.values(positions)).size).toBe(new Set(used).size);
});
