import { posix, relative, sep } from "node:path";

/** The folders of components/ that know nothing of what the application is about. The others may import them. */
const COMMON = ["people", "session", "offline", "forms", "navigation", "shell", "refresh"].map(
  (folder) => `components/${folder}`,
);

/** What every floor uses. */
const BELOW = ["lib/paths.ts", "lib/link-paths.ts", "lib/cookies.ts", "lib/errors.ts", "lib/log"];

/** The settings, which only some floors may read. */
const ENV = "lib/env.ts";

/** What components use of lib. */
const IN_BROWSER = [
  "lib/paths.ts",
  "lib/link-paths.ts",
  "lib/cookies.ts",
  "lib/core",
  "lib/client",
  "lib/contract/rules",
];

/**
 * Imports go one way. Each layer names the project's own files that it may import; whatever it does not name is
 * refused. Of `types`, it may import types only. A file belongs to the first layer that lists it or its folder.
 * `packages: false` refuses npm packages and Node's modules too. Tests are exempt (.oxlintrc.json).
 * `testing/lint-rules.test.ts` breaks each rule once.
 */
const layers = [
  // The readers of files: as pure as core, but with a parser and schemas, which are loaded when a file is read.
  { name: "imports", files: ["lib/core/imports"], may: ["lib/core"] },
  { name: "core", files: ["lib/core"], may: ["lib/core"], packages: false },
  { name: "foundation", files: [ENV, ...BELOW], may: ["lib/core", ENV, ...BELOW] },
  {
    name: "contract",
    files: ["lib/contract"],
    may: ["lib/core", "lib/contract", "lib/errors.ts", "lib/link-paths.ts", "lib/paths.ts"],
  },
  { name: "embedded database", files: ["packages/embedded-mongodb"], may: ["packages/embedded-mongodb"] },
  { name: "db", files: ["lib/db"], may: ["lib/core", "lib/db", ENV, ...BELOW] },
  {
    name: "http",
    files: ["lib/server/http"],
    may: ["lib/core", "lib/contract", "lib/db", "lib/server/http", ENV, ...BELOW],
  },
  {
    name: "auth",
    files: ["lib/auth"],
    may: ["lib/core", "lib/contract", "lib/db", "lib/server/http", "lib/auth", ENV, ...BELOW],
  },
  { name: "access", files: ["lib/server/access.ts"], may: ["lib/core", "lib/db", "lib/auth", ...BELOW] },
  {
    name: "views",
    files: ["lib/views"],
    may: ["lib/core", "lib/db", "lib/contract", "lib/server/access.ts", "lib/views", ...BELOW],
  },
  {
    name: "client",
    files: ["lib/client"],
    may: ["lib/core", "lib/client"],
    types: ["lib/errors.ts", "lib/contract"],
  },
  { name: "the rest of lib", files: ["lib"], may: ["lib", "oxlint.layers.mjs"] },
  {
    name: "handlers",
    files: ["app/api", "app/.well-known"],
    may: [
      "app/api",
      "lib/server/access.ts",
      "lib/auth",
      "lib/core",
      "lib/db",
      "lib/server/http",
      "lib/server/jobs",
      "lib/server/notices",
      "lib/server/handler.ts",
      "lib/contract",
      "lib/views",
      ...BELOW,
    ],
  },
  {
    name: "pages",
    files: ["app"],
    may: [
      "app",
      "components",
      "lib/server/access.ts",
      "lib/auth",
      "lib/core",
      "lib/server/guarded-page.ts",
      "lib/server/notices",
      "lib/seed/people.ts",
      "lib/views",
      ENV,
      ...BELOW,
    ],
  },
  { name: "controls", files: ["components/ui"], may: ["components/ui", "lib/core"] },
  {
    name: "common components",
    files: COMMON,
    may: ["components/ui", ...COMMON, ...IN_BROWSER],
    // Its values would load zod in the browser.
    types: ["lib/contract"],
  },
  { name: "components", files: ["components"], may: ["components", ...IN_BROWSER], types: ["lib/contract"] },
];

const withoutEnding = (path) => path.replace(/\.tsx?$/, "");

/** Whether a file, or the path of an import, is one of these files or in one of these folders. */
const isWithin = (path, places) =>
  places.some((place) => withoutEnding(path) === withoutEnding(place) || path.startsWith(`${place}/`));

/** The layer of a file of the project, or undefined if it has none. */
export const layerOf = (path) => layers.find(({ files }) => isWithin(path, files));

/** The path of an import within the project, or undefined if it is a package. */
export function pathOf(specifier, file) {
  if (specifier.startsWith("@/")) return posix.normalize(specifier.slice(2));
  if (/^\.\.?(\/|$)/.test(specifier)) return posix.join(posix.dirname(file), specifier);
  return undefined;
}

const layersRule = {
  create(context) {
    const file = relative(import.meta.dirname, context.filename)
      .split(sep)
      .join("/");
    const layer = layerOf(file);
    if (!layer) return {};
    const { name, may, types = [], packages = true } = layer;

    const check = (source, kind) => {
      if (typeof source?.value !== "string") return;
      const path = pathOf(source.value, file);
      const places = kind === "type" ? [...may, ...types] : may;
      if (path === undefined ? packages : isWithin(path, places)) return;
      const allowed = [
        may.join(", ") || "nothing of this project",
        ...types.map((place) => `types of ${place}`),
        ...(packages ? [] : ["no packages"]),
      ];
      context.report({
        node: source,
        message: `The layer "${name}" may import only: ${allowed.join("; ")} (oxlint.layers.mjs).`,
      });
    };
    return {
      ImportDeclaration: ({ source, importKind }) => check(source, importKind),
      ExportNamedDeclaration: ({ source, exportKind }) => check(source, exportKind),
      ExportAllDeclaration: ({ source, exportKind }) => check(source, exportKind),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source, "type"),
      TSExternalModuleReference: ({ expression }) => check(expression),
      CallExpression: ({ callee, arguments: [source] }) => {
        if (callee.name === "require") check(source);
      },
    };
  },
};

const plugin = { meta: { name: "evenly" }, rules: { layers: layersRule } };
export default plugin;
