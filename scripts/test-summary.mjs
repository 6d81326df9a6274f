// @ts-check

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts the tests in vitest's JSON report. A file that fails without a failed test (loading or a hook fails) counts as
 * one failure, and so does a run with an exit code other than 0 without failures: a crash never looks like a success.
 * @param {string} report the report's text; empty when there is none
 * @param {number} exitCode of vitest
 * @returns {Counts}
 */
export function countTests(report, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of filesOf(report)) {
    const before = counts.failed
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1
      else if (status === 'failed') counts.failed += 1
      else counts.skipped += 1
    }
    if (file.status === 'failed' && counts.failed === before) counts.failed += 1
  }
  if (counts.failed === 0 && (exitCode !== 0 || report === '')) counts.failed = 1
  return counts
}

/**
 * @param {Counts} counts
 * @returns {string}
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @param {string} report
 * @returns {{ status: string, assertionResults: { status: string }[] }[]}
 */
function filesOf(report) {
  try {
    return JSON.parse(report).testResults
  } catch {
    return []
  }
}
