import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

// Breaks each layer of oxlint.layers.mjs and the main rules of .oxlintrc.json once, and checks that allowed imports
// pass. Each case is a file of a temporary project with the same folders, which is linted once.

const LAYERS = "layers";
const UNUSED_DIRECTIVE = "Unused oxlint-disable directive (no problems were reported).";
const MODULE_NOT_FOUND = "TS2307";
const use = (path: string) => `import * as it from "${path}";\nexport const used = it;\n`;

const work = "async function work() {}\n";
const component = (body: string) =>
  `import { useEffect, useState } from "react";
export function Screen({ id }: { id: string }) {
  const [shown, show] = useState("");
  ${body}
  return <p>{shown}</p>;
}
export const used = useEffect;
`;

/** [label, file with a name of its own for `*`, its text, the rule that refuses it] */
const refused: [string, string, string, string][] = [
  ["core uses a package", "lib/core/*.ts", use("zod"), LAYERS],
  ["core does I/O", "lib/core/*.ts", use("node:fs"), LAYERS],
  [
    "a reader of files imports the contract",
    "lib/core/imports/*.ts",
    use("@/lib/contract/rules/expenses"),
    LAYERS,
  ],
  ["core imports another layer", "lib/core/*.ts", use("@/lib/errors"), LAYERS],
  ["core imports another layer by a relative path", "lib/core/*.ts", use("../lib/server/errors"), LAYERS],
  ["core imports another layer in a roundabout way", "lib/core/*.ts", use("@/lib/errors"), LAYERS],
  ["the contract imports the database", "lib/contract/*.ts", use("@/lib/db/client"), LAYERS],
  ["the contract imports the environment", "lib/contract/*.ts", use("@/lib/env"), LAYERS],
  [
    "the embedded database knows the application",
    "packages/embedded-mongodb/src/*.ts",
    use("@/lib/env"),
    LAYERS,
  ],
  ["db imports the contract", "lib/db/*.ts", use("@/lib/contract/events"), LAYERS],
  ["db imports a page", "lib/db/*.ts", use("@/app/fonts"), LAYERS],
  ["the environment imports the database", "lib/env.ts", use("@/lib/db/client"), LAYERS],
  ["the client of the API imports the database", "lib/client/*.ts", use("@/lib/db/client"), LAYERS],
  ["sign-in imports authorization", "lib/auth/*.ts", use("@/lib/server/access"), LAYERS],
  ["the request guard imports sign-in", "lib/server/http/*.ts", use("@/lib/auth"), LAYERS],
  ["access imports the answers", "lib/server/access.ts", use("@/lib/views/groups"), LAYERS],
  ["answers import the handler", "lib/views/*.ts", use("@/lib/server/handler"), LAYERS],
  ["lib imports a component", "lib/server/handler.ts", use("@/components/ui/button"), LAYERS],
  ["lib imports a page", "lib/server/http/*.ts", use("@/app/fonts"), LAYERS],
  ["a component imports the database", "components/ui/*.tsx", use("@/lib/db/client"), LAYERS],
  ["a component imports authorization", "components/ui/*.tsx", use("@/lib/server/access"), LAYERS],
  ["a component imports sign-in", "components/ui/*.tsx", use("@/lib/auth"), LAYERS],
  ["a component imports a page", "components/ui/*.tsx", use("@/app/fonts"), LAYERS],
  ["a control imports a subject", "components/ui/*.tsx", use("@/components/people/avatar"), LAYERS],
  ["a component imports a schema", "components/people/*.tsx", use("@/lib/contract/events"), LAYERS],
  ["a control imports the contract", "components/ui/*.tsx", use("@/lib/contract/events"), LAYERS],
  ["a subject imports a later one", "components/people/*.tsx", use("@/components/groups/group-list"), LAYERS],
  ["a page imports the database", "app/*.tsx", use("@/lib/db/client"), LAYERS],
  ["a handler imports a component", "app/api/*.ts", use("@/components/ui/button"), LAYERS],
  ["a handler imports the environment", "app/api/*.ts", use("@/lib/env"), LAYERS],
  ["a re-export", "lib/core/*.ts", 'export * from "@/lib/errors";\n', LAYERS],
  ["a re-export of names", "lib/core/*.ts", 'export { AppError } from "@/lib/errors";\n', LAYERS],
  ["an import for its effect", "lib/core/*.ts", 'import "@/lib/errors";\n', LAYERS],
  ["an import when needed", "lib/core/*.ts", 'export const later = () => import("@/lib/env");\n', LAYERS],
  ["a required module", "lib/core/*.ts", 'export const env: unknown = require("@/lib/env");\n', LAYERS],
  ["a required module with a name", "lib/core/*.ts", 'import env = require("@/lib/env");\n', LAYERS],
  ["an imported type", "lib/core/*.ts", 'import type { Env } from "@/lib/env";\n', LAYERS],
  ["a type in place", "lib/core/*.ts", 'export type Env = import("@/lib/env").Env;\n', LAYERS],
  [
    "the environment read elsewhere",
    "lib/*.ts",
    "export const a = process.env.HOME;\n",
    "no-restricted-properties",
  ],
  ["a line that bypasses the log", "lib/*.ts", 'console.error("Failed");\n', "no-console"],
  ["a browser alert", "components/ui/*.tsx", 'window.alert("Hello");\n', "no-alert"],
  ["an unused variable", "lib/*.ts", "const unused = 1;\nexport {};\n", "no-unused-vars"],
  ["any", "lib/*.ts", "export const x = 1 as any;\n", "no-explicit-any"],
  [
    "a type imported as a value",
    "lib/db/*.ts",
    'import { Db } from "mongodb";\nexport type Database = Db;\n',
    "consistent-type-imports",
  ],
  ["the compiler silenced", "lib/*.ts", "// @ts-ignore\nexport const x = 1;\n", "ban-ts-comment"],
  [
    "a rule silenced for nothing",
    "lib/*.ts",
    "// oxlint-disable-next-line no-alert\nexport {};\n",
    UNUSED_DIRECTIVE,
  ],
  ["an unfinished place", "lib/*.ts", `// TO${"DO"}: later\nexport {};\n`, "no-warning-comments"],
  ["a file too long", "lib/*.ts", "export {};\n".repeat(351), "max-lines"],
  [
    "a test left out",
    "lib/core/*.test.ts",
    'it.skip("works", () => undefined);\n',
    "no-restricted-properties",
  ],
  [
    "a test left out by its name",
    "lib/*.test.ts",
    'xit("works", () => undefined);\n',
    "no-restricted-globals",
  ],
  [
    "a suite that runs alone",
    "e2e/*.ts",
    'import { test } from "@playwright/test";\ntest.describe.only("all", () => undefined);\n',
    "no-restricted-properties",
  ],
  ["a promise that nobody waits for", "lib/*.ts", `${work}work();\n`, "no-floating-promises"],
  ["a promise as a condition", "lib/*.ts", `${work}if (work()) await work();\n`, "no-misused-promises"],
  ["a wait for no promise", "lib/*.ts", "export const one = async () => await 1;\n", "await-thenable"],
  [
    "a case left out",
    "lib/*.ts",
    'export const f = (a: "x" | "y") => {\n  switch (a) {\n    case "x":\n  }\n};\n',
    "switch-exhaustiveness-check",
  ],
  ["a wrong type", "lib/*.ts", "export const one: string = 1;\n", "TS2322"],
  ["an item that may be missing", "lib/*.ts", "export const one: number = [1][0];\n", "TS2322"],
  ["an import in a circle", "lib/server/boot.ts", 'export * from "./guarded-page";\n', "no-cycle"],
  ["its other half", "lib/server/guarded-page.ts", 'export * from "./boot";\n', "no-cycle"],
  [
    "a missing dependency",
    "components/ui/*.tsx",
    component("useEffect(() => show(id), []);"),
    "exhaustive-deps",
  ],
  ["a conditional hook", "components/ui/*.tsx", component("if (id) useState(1);"), "rules-of-hooks"],
  ["state set in render", "components/ui/*.tsx", component("show(id);"), "set-state-in-render"],
  [
    "state set in an effect",
    "components/ui/*.tsx",
    component("useEffect(() => {\n    show(id);\n  }, [id]);"),
    "set-state-in-effect",
  ],
  ["chance in render", "components/ui/*.tsx", component("const x = Math.random(); show(`${x}`);"), "purity"],
  ["a picture", "components/ui/*.tsx", 'export const a = <img src="/a.svg" alt="" />;\n', "no-img-element"],
  ["a picture without a text", "components/ui/*.tsx", 'export const a = <img src="/a.svg" />;\n', "alt-text"],
  [
    "a link that loads the page anew",
    "components/ui/*.tsx",
    'export const a = <a href="/groups">Groups</a>;\n',
    "no-html-link-for-pages",
  ],
];

const allowed: [string, string, string, undefined?][] = [
  ["core imports core", "lib/core/*.ts", use("./totals")],
  ["a reader of files imports a package", "lib/core/imports/*.ts", use("zod/mini")],
  ["the contract imports core", "lib/contract/*.ts", use("@/lib/core/money/money")],
  ["the contract imports a package", "lib/contract/*.ts", use("zod")],
  ["db imports core", "lib/db/*.ts", use("@/lib/core/money/money")],
  ["views import the database", "lib/views/*.ts", use("@/lib/db/client")],
  ["a component imports a rule", "components/people/*.tsx", use("@/lib/contract/rules/events")],
  [
    "a component imports a type of the contract",
    "components/people/*.tsx",
    'import type { Event } from "@/lib/contract/events";\nexport type { Event };\n',
  ],
  ["a subject imports an earlier one", "components/groups/*.tsx", use("@/components/people/avatar")],
  ["a page imports authorization", "app/*.tsx", use("@/lib/server/access")],
  ["a handler imports the database", "app/api/*.ts", use("@/lib/db/client")],
  ["a test imports what it needs", "lib/core/*.test.ts", use("fast-check")],
  ["code that breaks no rule", "lib/*.ts", `${work}export const done = work();\n`],
];

const cases = [...refused, ...allowed].map(([label, place, text, rule], index) => {
  return { label, place, file: place.replace("*", `case-${index}`), text, rule };
});

/** The rules that each file breaks. */
const broken: Record<string, string[]> = {};

type Report = { diagnostics: { filename: string; code?: string; message: string }[] };

function lint(folder: string): Report {
  for (const name of [".oxlintrc.json", "oxlint.layers.mjs"]) copyFileSync(name, join(folder, name));
  // Without paths, "@/..." leads nowhere, so that the project itself is not checked too.
  const settings = {
    extends: resolve("tsconfig.json"),
    compilerOptions: { types: [], paths: {} },
    include: ["**/*"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  for (const { file, text } of cases) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const oxlint = [resolve("node_modules/oxlint/bin/oxlint"), "--format=json"];
  const { stdout, stderr } = spawnSync(process.execPath, oxlint, { cwd: folder, encoding: "utf8" });
  if (!stdout.startsWith("{")) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
  return JSON.parse(stdout) as Report;
}

beforeAll(() => {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), "evenly-lint-")));
  try {
    for (const { filename, code, message } of lint(folder).diagnostics) {
      // The code is, for example, "eslint(no-alert)".
      const rule = /\((.+)\)/.exec(code ?? "")?.[1] ?? message;
      if (rule !== MODULE_NOT_FOUND) (broken[filename.replaceAll("\\", "/")] ??= []).push(rule);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(cases)("$label", ({ place, file, rule }) => {
  expect(existsSync(place.includes("*") ? dirname(place) : place)).toBe(true);
  if (rule) expect(broken[file]).toContain(rule);
  else expect(broken[file]).toBeUndefined();
});
