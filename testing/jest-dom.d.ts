// The matchers of testing/setup.ts, for the compiler.
import "@testing-library/jest-dom";
