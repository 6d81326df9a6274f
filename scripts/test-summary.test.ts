import { describe, expect, it } from 'vitest'
import { countTests, summaryLine } from './test-summary.mjs'

const report = (...files: [string, ...string[]][]) =>
  JSON.stringify({
    testResults: files.map(([status, ...tests]) => ({
      status,
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  })

describe('the last line of npm test', () => {
  it('counts tests, and names skipped ones only if there are any', () => {
    const good = report(['passed', 'passed', 'passed'], ['passed', 'passed'])
    expect(summaryLine(countTests(good, 0))).toBe('3 passed, 0 failed')

    const mixed = report(['failed', 'passed', 'failed', 'pending'], ['passed', 'todo'])
    expect(summaryLine(countTests(mixed, 1))).toBe('1 passed, 1 failed, 2 skipped')
  })

  it('counts a file that could not be loaded as a failure', () => {
    expect(countTests(report(['failed'], ['passed', 'passed']), 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  it('never reports a crash as success', () => {
    expect(countTests('', 0).failed).toBe(1)
    expect(countTests('{"testRes', 139).failed).toBe(1)
    expect(countTests(report(['passed', 'passed']), 1).failed).toBe(1)
  })
})
