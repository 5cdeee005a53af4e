// `npm run docs:imports`: draws which layer (oxlint.layers.mjs) imports which into docs/architecture.md.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { layerOf, pathOf } from "../../oxlint.layers.mjs";

const PAGE = "docs/architecture.md";
const DRAWING = /(?<=<!-- npm run docs:imports -->\n\n)```mermaid\n.*?```/s;

/** @returns a map from the name of each layer to the names of the others that its files import */
function readImports() {
  const imports = new Map();
  for (const folder of ["app", "components", "lib", "packages"]) {
    for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const file = join(folder, entry).split(sep).join("/");
      if (!/\.tsx?$/.test(file) || /\.test\.|node_modules/.test(file)) continue;
      const from = layerOf(file)?.name;
      if (!imports.has(from)) imports.set(from, new Set());
      for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
        const path = pathOf(fileName, file);
        const to = fileName.startsWith("embedded-mongodb")
          ? "embedded database"
          : path && layerOf(path)?.name;
        if (to && to !== from) imports.get(from).add(to);
      }
    }
  }
  return imports;
}

/** Draws the imports as a graph in Mermaid's language, without the arrows that follow from two others. */
export function drawImports() {
  const imports = readImports();
  const reaches = (from, to) =>
    imports.get(from).has(to) || [...imports.get(from)].some((between) => reaches(between, to));
  const follows = (from, to) =>
    [...imports.get(from)].some((between) => between !== to && reaches(between, to));
  const name = (layer) => `${layer.replaceAll(" ", "_")}["${layer}"]`;
  const arrows = [...imports].flatMap(([from, tos]) =>
    [...tos].filter((to) => !follows(from, to)).map((to) => `  ${name(from)} --> ${name(to)}`),
  );
  return ["```mermaid", "graph TD", ...arrows.toSorted(), "```"].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, readFileSync(PAGE, "utf8").replace(DRAWING, drawImports()));
}
