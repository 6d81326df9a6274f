import type { Reporter, TestCase, TestModule } from 'vitest/node'

const slowest = 10

/**
 * Prints the name of each project when it starts; at the end their durations, the slowest tests, those that passed at their
 * second attempt with the error of the first, and skipped ones.
 */
export default class LaneReporter implements Reporter {
  private readonly lanes = new Map<string, { readonly from: number; to: number }>()

  onTestModuleStart({ project }: TestModule): void {
    if (this.lanes.has(project.name)) return
    const from = performance.now()
    this.lanes.set(project.name, { from, to: from })
    process.stdout.write(`\nLane: ${project.name}\n\n`)
  }

  onTestModuleEnd({ project }: TestModule): void {
    const lane = this.lanes.get(project.name)
    if (lane) lane.to = performance.now()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const skipped = tests.filter((test) => test.result().state === 'skipped')
    const flaky = tests.filter((test) => test.diagnostic()?.flaky)
    const slow = tests
      .map((test) => ({ test, ms: test.diagnostic()?.duration ?? 0 }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, slowest)
    const lines = [
      ...[...this.lanes].map(([name, { from, to }]) => `Lane ${name}: ${seconds(to - from)}`),
      'Slowest tests:',
      ...slow.map(({ test, ms }) => `${seconds(ms).padStart(9)}  ${nameOf(test)}`),
      ...(flaky.length === 0 ? [] : ['Passed at the second attempt:', ...flaky.flatMap(withErrors)]),
      ...(skipped.length === 0 ? [] : ['Skipped:', ...skipped.map((test) => `  ${nameOf(test)}`)]),
    ]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}

const nameOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const withErrors = (test: TestCase) => [
  `  ${nameOf(test)}`,
  ...(test.result().errors ?? []).map(({ message, stack }) => `    ${stack ?? message}`),
]
