import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

// Breaks each import rule of eslint.config.mjs once, and checks that allowed imports pass.

const IMPORTS = "import/no-restricted-paths";
const use = (path: string) => `import * as it from "${path}";\nexport const used = it;\n`;

/** [label, existing file that the text stands for, its text, the rule that refuses it] */
const refused: [string, string, string, string][] = [
  ["core uses a package", "lib/core/money.ts", use("zod"), IMPORTS],
  ["core does I/O", "lib/core/money.ts", use("node:fs"), "no-restricted-imports"],
  ["core imports another layer", "lib/core/money.ts", use("@/lib/errors"), IMPORTS],
  ["core imports another layer by a relative path", "lib/core/money.ts", use("../errors"), IMPORTS],
  ["schemas import the database", "lib/schemas/event.ts", use("@/lib/db/client"), IMPORTS],
  ["schemas import the environment", "lib/schemas/event.ts", use("@/lib/env"), IMPORTS],
  ["the embedded database knows the application", "lib/db/embedded/errors.ts", use("@/lib/env"), IMPORTS],
  ["db imports a schema", "lib/db/client.ts", use("@/lib/schemas/event"), IMPORTS],
  ["db imports a page", "lib/db/client.ts", use("@/app/fonts"), IMPORTS],
  ["the environment imports the database", "lib/env.ts", use("@/lib/db/client"), IMPORTS],
  ["the client of the API imports the database", "lib/api-client.ts", use("@/lib/db/client"), IMPORTS],
  ["access imports the views", "lib/access.ts", use("@/lib/views/groups"), IMPORTS],
  ["views import the handler", "lib/views/groups.ts", use("@/lib/handler"), IMPORTS],
  ["lib imports a component", "lib/handler.ts", use("@/components/ui/button"), IMPORTS],
  ["lib imports a page", "lib/handler.ts", use("@/app/fonts"), IMPORTS],
  ["a component imports the database", "components/ui/button.tsx", use("@/lib/db/client"), IMPORTS],
  ["a component imports authorization", "components/ui/button.tsx", use("@/lib/access"), IMPORTS],
  ["a component imports sign-in", "components/ui/button.tsx", use("@/lib/auth"), IMPORTS],
  ["a component imports a page", "components/ui/button.tsx", use("@/app/fonts"), IMPORTS],
  ["a control imports a subject", "components/ui/button.tsx", use("@/components/people/avatar"), IMPORTS],
  [
    "a subject imports a later one",
    "components/people/avatar.tsx",
    use("@/components/groups/group-list"),
    IMPORTS,
  ],
  ["a page imports the database", "app/layout.tsx", use("@/lib/db/client"), IMPORTS],
  ["a handler imports a component", "app/api/health/route.ts", use("@/components/ui/button"), IMPORTS],
  ["a handler imports the environment", "app/api/health/route.ts", use("@/lib/env"), IMPORTS],
  [
    "the environment is read elsewhere",
    "lib/errors.ts",
    "export const where = process.env.HOME;\n",
    "no-restricted-properties",
  ],
  ["a browser alert", "components/ui/button.tsx", 'window.alert("Hello");\n', "no-alert"],
  ["any", "lib/errors.ts", "export const x = 1 as any;\n", "@typescript-eslint/no-explicit-any"],
  [
    "a type imported as a value",
    "lib/db/client.ts",
    'import { Db } from "mongodb";\nexport type Database = Db;\n',
    "@typescript-eslint/consistent-type-imports",
  ],
  [
    "the compiler silenced",
    "lib/errors.ts",
    "// @ts-ignore\nexport const x = 1;\n",
    "@typescript-eslint/ban-ts-comment",
  ],
  ["an unfinished place", "lib/errors.ts", `// TO${"DO"}: later\nexport {};\n`, "no-warning-comments"],
  [
    "a test left out",
    "lib/core/money.test.ts",
    'it.skip("works", () => undefined);\n',
    "no-restricted-syntax",
  ],
  ["a file too long", "lib/errors.ts", "export {};\n".repeat(351), "max-lines"],
];

const allowed: [string, string, string][] = [
  ["core imports core", "lib/core/money.ts", use("./totals")],
  ["schemas import core and a package", "lib/schemas/event.ts", use("@/lib/core/money") + use("zod")],
  ["db imports core", "lib/db/client.ts", use("@/lib/core/money")],
  ["views import the database", "lib/views/groups.ts", use("@/lib/db/client")],
  ["a component imports a schema", "components/ui/button.tsx", use("@/lib/schemas/event")],
  ["a subject imports an earlier one", "components/groups/group-list.tsx", use("@/components/people/avatar")],
  ["a page imports authorization", "app/layout.tsx", use("@/lib/access")],
  ["a handler imports the database", "app/api/health/route.ts", use("@/lib/db/client")],
  ["a test imports what it needs", "lib/core/money.test.ts", use("fast-check")],
];

type Message = { rule: string | null; message: string };
let answers: Message[][];

beforeAll(() => {
  const cases = [...refused, ...allowed].map(([, file, code]) => ({ file, code }));
  const child = spawnSync(process.execPath, ["lib/testing/lint-texts.mjs"], {
    input: JSON.stringify(cases),
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (child.status !== 0) throw new Error(`the linter did not run: ${child.stderr}`);
  answers = JSON.parse(child.stdout) as Message[][];
}, 120_000);

describe("refused", () => {
  it.each(refused.map((row, index) => [...row, index] as const))("%s", (_what, file, _code, rule, index) => {
    expect(existsSync(file)).toBe(true);
    expect(answers[index]?.map((message) => message.rule)).toContain(rule);
  });
});

describe("allowed", () => {
  it.each(allowed.map((row, index) => [...row, index] as const))("%s", (_what, file, _code, index) => {
    expect(existsSync(file)).toBe(true);
    const messages = answers[refused.length + index];
    expect(messages?.filter(({ rule }) => rule === null || rule === IMPORTS)).toEqual([]);
  });
});
