import { posix, relative, sep } from "node:path";

/** The folders of components/: each may import those before it. A folder that is not listed may import nothing. */
const componentFolders = [
  ...["ui", "people", "session", "forms", "navigation", "shell", "refresh", "activity", "settlements"],
  ...["friends", "deleted", "groups", "account", "entry", "expenses", "events", "requests"],
];

/**
 * Imports go one way. Each layer names the project's own files that it may import; whatever it does not name is
 * refused. A file belongs to the first layer that lists it or its folder. `packages: false` refuses npm packages and
 * Node's modules too. Tests are exempt (.oxlintrc.json). `lib/testing/lint-rules.test.ts` breaks each rule once.
 */
const layers = [
  { name: "core", files: ["lib/core"], may: ["lib/core"], packages: false },
  { name: "foundation", files: ["lib/env.ts", "lib/errors.ts"], may: ["lib/core"] },
  { name: "schemas", files: ["lib/schemas"], may: ["lib/core", "lib/schemas", "lib/errors.ts"] },
  { name: "embedded database", files: ["lib/db/embedded"], may: ["lib/db/embedded"] },
  { name: "db", files: ["lib/db"], may: ["lib/core", "lib/db", "lib/env.ts", "lib/errors.ts"] },
  { name: "access", files: ["lib/access.ts"], may: ["lib/core", "lib/db", "lib/auth", "lib/errors.ts"] },
  {
    name: "views",
    files: ["lib/views", "lib/serialize.ts"],
    may: [
      "lib/core",
      "lib/db",
      "lib/schemas",
      "lib/access.ts",
      "lib/errors.ts",
      "lib/serialize.ts",
      "lib/views",
    ],
  },
  { name: "api client", files: ["lib/api-client.ts"], may: ["lib/core", "lib/errors.ts"] },
  { name: "the rest of lib", files: ["lib"], may: ["lib"] },
  {
    name: "handlers",
    files: ["app/api", "app/.well-known"],
    may: [
      "app/api",
      "lib/access.ts",
      "lib/auth",
      "lib/core",
      "lib/db",
      "lib/http",
      "lib/errors.ts",
      "lib/handler.ts",
      "lib/schemas",
      "lib/serialize.ts",
      "lib/views",
    ],
  },
  {
    name: "pages",
    files: ["app"],
    may: [
      "app",
      "components",
      "lib/access.ts",
      "lib/auth",
      "lib/core",
      "lib/env.ts",
      "lib/guarded-page.ts",
      "lib/seed/people.ts",
      "lib/views",
    ],
  },
  ...componentFolders.map((folder, index) => ({
    name: `components/${folder}`,
    files: [`components/${folder}`],
    may: [
      ...componentFolders.slice(0, index + 1).map((earlier) => `components/${earlier}`),
      "lib/core",
      // The smallest parts know nothing of what the application is about.
      ...(folder === "ui" ? [] : ["lib/api-client.ts", "lib/schemas"]),
    ],
  })),
  { name: "components, unlisted", files: ["components"], may: [] },
];

const withoutEnding = (path) => path.replace(/\.tsx?$/, "");

/** Whether a file, or the path of an import, is one of these files or in one of these folders. */
const isWithin = (path, places) =>
  places.some((place) => withoutEnding(path) === withoutEnding(place) || path.startsWith(`${place}/`));

/** The path of an import within the project, or undefined if it is a package. */
function pathOf(specifier, file) {
  if (specifier.startsWith("@/")) return posix.normalize(specifier.slice(2));
  if (/^\.\.?(\/|$)/.test(specifier)) return posix.join(posix.dirname(file), specifier);
  return undefined;
}

const layersRule = {
  create(context) {
    const file = relative(import.meta.dirname, context.filename)
      .split(sep)
      .join("/");
    const layer = layers.find(({ files }) => isWithin(file, files));
    if (!layer) return {};
    const { name, may, packages = true } = layer;

    const check = (source) => {
      if (typeof source?.value !== "string") return;
      const path = pathOf(source.value, file);
      if (path === undefined ? packages : isWithin(path, may)) return;
      const allowed = [may.join(", ") || "nothing of this project", ...(packages ? [] : ["no packages"])];
      context.report({
        node: source,
        message: `The layer "${name}" may import only: ${allowed.join("; ")} (oxlint.layers.mjs).`,
      });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
      TSExternalModuleReference: ({ expression }) => check(expression),
      CallExpression: ({ callee, arguments: [source] }) => {
        if (callee.name === "require") check(source);
      },
    };
  },
};

const plugin = { meta: { name: "evenly" }, rules: { layers: layersRule } };
export default plugin;
