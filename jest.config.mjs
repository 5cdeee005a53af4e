import nextJest from "next/jest.js";
import { dataRoot } from "./testing/data-root.mjs";

const createJestConfig = nextJest({ dir: "./" });

// Packages that ship only ES modules and have to be transformed.
const esmPackages = [
  "next-auth",
  "@auth",
  "oauth4webapi",
  "jose",
  "@seriousme",
  "rettime",
  "until-async",
  "@open-draft",
];

// Not in the folder for temporary files, which may be in memory.
const cacheDirectory = "<rootDir>/node_modules/.cache/jest";

const shared = {
  cacheDirectory,
  moduleNameMapper: {
    "^@/(.*)$": "<rootDir>/$1",
    "^embedded-mongodb$": "<rootDir>/packages/embedded-mongodb/src",
    "^embedded-mongodb/thread$": "<rootDir>/packages/embedded-mongodb/src/thread",
    "^embedded-mongodb/backup$": "<rootDir>/packages/embedded-mongodb/src/server/backup",
    "^server-only$": "<rootDir>/node_modules/server-only/empty.js",
    "^lmdb$": "<rootDir>/testing/lmdb.cjs",
    "^@auth/mongodb-adapter$": "<rootDir>/node_modules/@auth/mongodb-adapter/index.js",
  },
  setupFilesAfterEnv: ["<rootDir>/testing/setup.ts", "<rootDir>/testing/properties.ts"],
  modulePathIgnorePatterns: ["<rootDir>/.next/"],
};

/** A jest project. Replaces next/jest's transformIgnorePatterns instead of adding to them. */
async function project(name, testEnvironment, testMatch) {
  const config = await createJestConfig({ ...shared, testEnvironment, testMatch })();
  return {
    ...config,
    displayName: name,
    transformIgnorePatterns: [
      `/node_modules/(?!(${esmPackages.join("|")})/)`,
      "^.+\\.module\\.(css|sass|scss)$",
    ],
  };
}

export default async function config() {
  // The workers inherit it.
  process.env.TMPDIR = dataRoot();
  return {
    cacheDirectory,
    projects: [
      await project("node", "<rootDir>/testing/node-environment.mjs", [
        "<rootDir>/{lib,app,components,testing,packages,bench}/**/*.test.ts",
        "<rootDir>/*.test.ts",
      ]),
      await project("dom", "<rootDir>/testing/jsdom-environment.mjs", [
        "<rootDir>/{components,app,lib,testing}/**/*.test.tsx",
      ]),
    ],
    // No test is timed: this ends one that hangs, also on a machine at a tenth of its speed.
    testTimeout: 600_000,
    // One more than the cores that the tests are made for: a test often waits for the disk.
    maxWorkers: 3,
    // V8 collects late where there is much memory: a worker with more than this is replaced after its test file.
    workerIdleMemoryLimit: "400MB",
  };
}
