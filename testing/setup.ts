// A stray console.error or console.warn fails the test that caused it.
// A test that expects one replaces it: jest.spyOn(console, "error").mockImplementation(() => {}).
let stray: unknown[][] = [];
const originals = { error: console.error, warn: console.warn };

beforeEach(() => {
  stray = [];
  console.error = (...args: unknown[]) => void stray.push(args);
  console.warn = (...args: unknown[]) => void stray.push(args);
});

afterEach(() => {
  console.error = originals.error;
  console.warn = originals.warn;
  if (stray.length > 0) {
    throw new Error(`stray console output: ${stray.map((args) => args.map(String).join(" ")).join("\n")}`);
  }
});

if (typeof window !== "undefined") {
  require("@testing-library/jest-dom");
  require("./jsdom");
}

export {};
