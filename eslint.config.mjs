import { fileURLToPath } from "node:url";
import { defineConfig, globalIgnores } from "eslint/config";
import coreWebVitals from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";

const root = fileURLToPath(new URL(".", import.meta.url));
const tests = ["**/*.test.{ts,tsx}", "**/{testing,_testing}/**", "lib/db/embedded/conformance/**", "e2e/**"];

/** The folders of components/: each may import those before it. A folder that is not listed may import nothing. */
const componentFolders = [
  ...["ui", "people", "session", "forms", "navigation", "shell", "refresh", "activity", "settlements"],
  ...["friends", "deleted", "groups", "account", "entry", "expenses", "events", "requests"],
];

/**
 * Imports go one way. Each layer names the project's own files that it may import; whatever it does not name is
 * refused. A file belongs to the first layer that matches. `packages: false` refuses npm packages and Node's modules
 * too. `lib/testing/import-rules.test.ts` breaks each rule once. Rules that need types, and the rule against circular
 * imports, are in .oxlintrc.json.
 */
const layers = [
  { name: "core", files: ["lib/core/**"], may: ["lib/core"], packages: false },
  { name: "foundation", files: ["lib/env.ts", "lib/errors.ts"], may: ["lib/core"] },
  { name: "schemas", files: ["lib/schemas/**"], may: ["lib/core", "lib/schemas", "lib/errors.ts"] },
  { name: "embedded database", files: ["lib/db/embedded/**"], may: ["lib/db/embedded"] },
  { name: "db", files: ["lib/db/**"], may: ["lib/core", "lib/db", "lib/env.ts", "lib/errors.ts"] },
  {
    name: "access",
    files: ["lib/access.ts"],
    may: ["lib/core", "lib/db", "lib/auth", "lib/errors.ts"],
  },
  {
    name: "views",
    files: ["lib/views/**", "lib/serialize.ts"],
    may: [
      "lib/core",
      "lib/db",
      "lib/schemas",
      "lib/access.ts",
      "lib/errors.ts",
      "lib/serialize.ts",
      "lib/views",
      "lib/auth",
    ],
  },
  {
    name: "api client",
    files: ["lib/api-client.ts"],
    may: ["lib/core", "lib/schemas", "lib/errors.ts"],
  },
  { name: "the rest of lib", files: ["lib/**"], may: ["lib"] },
  {
    name: "handlers",
    files: ["app/api/**"],
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
    files: ["app/**"],
    may: [
      "app",
      "components",
      "lib/access.ts",
      "lib/auth",
      "lib/core",
      "lib/env.ts",
      "lib/errors.ts",
      "lib/guarded-page.ts",
      "lib/schemas",
      "lib/seed/people.ts",
      "lib/views",
    ],
  },
  ...componentFolders.map((folder, index) => ({
    name: `components/${folder}`,
    files: [`components/${folder}/**`],
    may: [
      ...componentFolders.slice(0, index + 1).map((earlier) => `components/${earlier}`),
      ...["lib/api-client.ts", "lib/core", "lib/schemas"],
    ],
  })),
  { name: "components, unlisted", files: ["components/**"], may: [] },
];

const layerRules = layers.map(({ name, files, may, packages = true }, index) => ({
  name: `evenly/imports of ${name}`,
  files,
  ignores: [...tests, ...layers.slice(0, index).flatMap((earlier) => earlier.files)],
  rules: {
    "import/no-restricted-paths": [
      "error",
      {
        basePath: root,
        zones: [
          {
            target: ".",
            from: ".",
            except: packages ? [...may, "node_modules"] : may,
            message: `The layer "${name}" may import only: ${may.join(", ")} (eslint.config.mjs).`,
          },
        ],
      },
    ],
    ...(!packages && {
      "no-restricted-imports": ["error", { patterns: [{ group: ["node:*"], message: "No I/O here." }] }],
    }),
  },
}));

/** Every test runs, always: none is left out, none runs alone. */
const testsLeftOut = [
  {
    selector:
      "MemberExpression[object.name=/^(test|it|describe|suite)$/][property.name=/^(skip|only|todo|fixme)$/]",
    message: "No test is left out or runs alone.",
  },
  {
    selector: "CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]",
    message: "No test is left out or runs alone.",
  },
];

const reactHooksRules = coreWebVitals
  .flatMap(({ rules = {} }) => Object.keys(rules))
  .filter((rule) => rule.startsWith("react-hooks/"));

export default defineConfig([
  globalIgnores([
    ".next/**",
    ".data/**",
    "next-env.d.ts",
    "coverage/**",
    "playwright-report/**",
    "screenshots/**",
    "test-results/**",
  ]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  coreWebVitals,
  nextTypescript,
  {
    name: "evenly/all code",
    rules: {
      eqeqeq: "error",
      "no-alert": "error",
      "no-restricted-syntax": ["error", ...testsLeftOut],
      "no-warning-comments": ["error", { terms: ["todo", "fixme", "hack", "xxx"] }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
    },
  },
  {
    name: "evenly/typescript",
    files: ["**/*.ts", "**/*.tsx"],
    rules: {
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      "@typescript-eslint/no-explicit-any": "error",
    },
  },
  {
    name: "evenly/no React here",
    files: ["lib/**/*.ts", "e2e/**", "**/*.test.{ts,tsx}"],
    // Most of them run the React compiler on each file.
    rules: Object.fromEntries(reactHooksRules.map((rule) => [rule, "off"])),
  },
  {
    name: "evenly/tests load modules when they need them",
    files: tests,
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    name: "evenly/the environment is read in one place",
    files: ["app/**", "components/**", "lib/**", "middleware.ts"],
    ignores: ["lib/env.ts", "lib/cli/**", ...tests],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Read the environment through lib/env.ts." },
      ],
    },
  },
  {
    name: "evenly/small files",
    files: ["**/*.{ts,tsx,mjs}"],
    ignores: tests,
    rules: { "max-lines": ["error", 350] },
  },
  ...layerRules,
]);
