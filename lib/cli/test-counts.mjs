import { readFileSync } from "node:fs";

// Reads the reports of the test runners. Any error counts as a failure, never as zero tests.

/**
 * @param file jest's --json report
 * @param status jest's exit status
 * @returns the number of tests passed and failed; a test file that could not run is one failure
 */
export function countJest(file, status) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const leftOut = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + leftOut;
  return atLeastOneFailure(report.numPassedTests, failed, status);
}

/**
 * @param file Playwright's JSON report
 * @param status Playwright's exit status
 * @returns the number of tests passed and failed; an error outside of a test is one failure, and so is a test that
 * passed only when retried
 */
export function countPlaywright(file, status) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOneFailure(expected, unexpected + flaky + skipped + report.errors.length, status);
}

function atLeastOneFailure(passed, failed, status) {
  return { passed, failed: failed === 0 && (status !== 0 || passed === 0) ? 1 : failed };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
