import nextJest from "next/jest.js";

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

const shared = {
  moduleNameMapper: {
    "^@/(.*)$": "<rootDir>/$1",
    "^server-only$": "<rootDir>/node_modules/server-only/empty.js",
    "^@auth/mongodb-adapter$": "<rootDir>/node_modules/@auth/mongodb-adapter/index.js",
  },
  setupFilesAfterEnv: ["<rootDir>/lib/testing/setup.ts", "<rootDir>/lib/testing/properties.ts"],
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
  return {
    projects: [
      await project("node", "<rootDir>/lib/testing/node-environment.mjs", [
        "<rootDir>/{lib,app,components}/**/*.test.ts",
        "<rootDir>/*.test.ts",
      ]),
      await project("dom", "<rootDir>/lib/testing/jsdom-environment.mjs", [
        "<rootDir>/{components,app,lib}/**/*.test.tsx",
      ]),
    ],
    // Database tests start servers and fork processes, and a busy machine takes several times as long.
    testTimeout: 120_000,
    // One more than the cores that the tests are made for: a test often waits for the disk.
    maxWorkers: 3,
  };
}
