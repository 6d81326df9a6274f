import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isLongRun, longForms, onlyLong } from './scripts/vitest-long.ts'

/** Slow files (most of a minute), longest first, so that none of them runs alone at the end. */
const longest = [
  'tests/system/end-to-end.test.ts',
  'tests/faults/faults.test.ts',
  'tests/system/rules-change.test.ts',
  'tests/browser/accessibility.test.ts',
  'tests/api-docs/schemathesis.test.ts',
  'services/platform/ledger/kafka/stuck.integration.test.ts',
  'tests/operator/waiting-for-fold.test.ts',
  'tests/system/kill.test.ts',
]

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((file) => moduleId.endsWith(file))
  return place < 0 ? longest.length : place
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}

/** Starts services on demand. */
const services = ['scripts/vitest-services.ts']
const builtServer = ['scripts/vitest-build.mjs', ...services]

const besideCode = '{contracts,projections,services,scripts,web,client}/**/*.test.{ts,tsx}'
const integration = '{contracts,projections,services,scripts,web,client}/**/*.integration.test.{ts,tsx}'
const browser = ['tests/browser/**/*.test.{ts,tsx}']
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**']
const left = isLongRun ? notOurs : [...notOurs, ...onlyLong]

/** Tests that measure speed or shares of CPU time, and so run alone. */
const measuring = [
  'tests/browser/busy.test.ts',
  'tests/browser/rush.test.ts',
  'tests/catalogue/large-pack.test.ts',
  'tests/generations/finish.test.ts',
  'tests/generations/share.test.ts',
  'tests/system/crawler.test.ts',
  'tests/system/hostile-bodies.test.ts',
]

/** The tests of a lane, in a long run those of its long tests. */
const testsOf = (usual: string[], isInLane: (file: string) => boolean) =>
  isLongRun ? [...onlyLong, ...longForms].filter(isInLane) : usual
const isBesideCode = (file: string) => !file.startsWith('tests/')
const isMeasuring = (file: string) => measuring.includes(file)
const isInBrowser = (file: string) => file.startsWith('tests/browser/') && !isMeasuring(file)
const isOfSystem = (file: string) => !isBesideCode(file) && !isInBrowser(file) && !isMeasuring(file)

/**
 * With `CI=true` a failing test of services, processes or browsers runs once more, since a busy machine may stop it at any
 * point; the summary lists each with its error. Tests that no play is lost set `retry: 0`.
 */
const retry = process.env.CI === 'true' ? 1 : 0

export default defineConfig({
  test: {
    setupFiles: ['scripts/vitest-seed.ts'],
    // Long, since these only end tests that hang: a busy machine may be fifty times slower where a test waits for a disk.
    testTimeout: isLongRun ? 900_000 : 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 10_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // Shared by the lanes, and by runs: compiling the sources takes 50 s of CPU time.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    // One process per worker instead of one per file, which would load common imports each time, in two seconds.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Starts no services: tests that need a database, a broker or a process are named `*.integration.test.ts`.
        extends: true,
        test: {
          name: 'unit',
          include: testsOf([besideCode], () => false),
          exclude: [...left, integration],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // One part of the server, with real Postgres, Kafka, Redis or S3.
        extends: true,
        test: {
          name: 'integration',
          retry,
          include: testsOf([integration], isBesideCode),
          exclude: left,
          globalSetup: builtServer,
          // Waits mostly for Postgres and Kafka, so three at a time keep two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Whole servers. Waits mostly for disks, timers and processes.
        extends: true,
        test: {
          name: 'system',
          retry,
          globalSetup: builtServer,
          include: testsOf(['tests/**/*.test.{ts,tsx}'], isOfSystem),
          exclude: [...left, ...browser, ...measuring],
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Whole servers with browsers, which use a core each.
        extends: true,
        test: {
          name: 'browser',
          retry,
          globalSetup: builtServer,
          include: testsOf(browser, isInBrowser),
          exclude: [...left, ...measuring],
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measuring',
          retry,
          globalSetup: builtServer,
          include: testsOf(measuring, isMeasuring),
          exclude: left,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
