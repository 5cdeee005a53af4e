import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

// Reads the reports of the test runners. Any error counts as a failure, never as zero tests.

/** How much of a failed test's message the summary shows, in characters. */
const SHOWN = 600;

/**
 * @param file jest's --json report
 * @param status jest's exit status
 * @returns the number of tests passed and failed, and what failed; a test file that could not run is one failure
 */
export function countJest(file, status) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, failures: [] };
  const leftOut = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + leftOut;
  const failures = (report.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0) return message ? [failure(name, message)] : [];
    return tests.map((test) => failure(`${name}: ${test.fullName}`, test.failureMessages.join("\n")));
  });
  return { ...atLeastOneFailure(report.numPassedTests, failed, status), failures };
}

/**
 * @param file Playwright's JSON report
 * @param status Playwright's exit status
 * @returns the number of tests passed and failed, and what failed; an error outside of a test is one failure, and so
 * is a test that passed only when retried
 */
export function countPlaywright(file, status) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, failures: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const counts = atLeastOneFailure(expected, unexpected + flaky + skipped + report.errors.length, status);
  const outside = report.errors.map(({ message }) => failure("outside of a test", message));
  return { ...counts, failures: [...outside, ...(report.suites ?? []).flatMap(failuresOf)] };
}

/** The failures of a Playwright suite and the suites in it. */
function failuresOf({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return failure(`${file}:${line} ${title}`, errors.map(({ message }) => message).join("\n"));
    });
  return [...own, ...suites.flatMap(failuresOf)];
}

/** A failed test for the summary: its name, and the beginning of its message without colors. */
function failure(name, message = "") {
  return `${name}\n${stripVTControlCharacters(message).slice(0, SHOWN)}`;
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
