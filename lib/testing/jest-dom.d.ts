// The matchers of lib/testing/setup.ts, for the compiler.
import "@testing-library/jest-dom";
