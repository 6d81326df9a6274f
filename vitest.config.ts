import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

/** Starts the services that tests ask for. */
const services = ['scripts/vitest-services.ts']
const builtServer = ['scripts/vitest-build.mjs', ...services]

const besideCode = '{contracts,projections,services,scripts,web,client}/**/*.test.{ts,tsx}'
const integration = '{contracts,projections,services,scripts,web,client}/**/*.integration.test.{ts,tsx}'
const browser = ['tests/browser/**/*.test.{ts,tsx}']
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**']

/** What measures how fast something is, or who gets how much of the machine: nothing else runs then. */
const measuring = [
  'tests/browser/busy.test.ts',
  'tests/browser/rush.test.ts',
  'tests/browser/timing-view.test.ts',
  'tests/catalogue/large-pack.test.ts',
  'tests/generations/finish.test.ts',
  'tests/generations/share.test.ts',
  'tests/system/crawler.test.ts',
  'tests/system/hostile-bodies.test.ts',
]

export default defineConfig({
  test: {
    setupFiles: ['scripts/vitest-seed.ts'],
    // What only ends a test that hangs is long: a busy machine may take fifty times as long as a quiet one, where it
    // waits for a disk.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 10_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // One process a worker, not a file: what all files import would be loaded by each of them, two seconds every time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Starts nothing: what needs a database, a broker or a process is named `*.integration.test.ts`.
        extends: true,
        test: {
          name: 'unit',
          include: [besideCode],
          exclude: [...notOurs, integration],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // One part of the server, with real Postgres, Kafka, Redis or S3.
        extends: true,
        test: {
          name: 'integration',
          include: [integration],
          exclude: notOurs,
          globalSetup: builtServer,
          // Much of it waits for Postgres and Kafka: three at a time keep two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Whole servers. Much of it waits for disks, timers and processes: three at a time keep two cores busy.
        extends: true,
        test: {
          name: 'system',
          globalSetup: builtServer,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...notOurs, ...browser, ...measuring],
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Whole servers and browsers, which take a core each.
        extends: true,
        test: {
          name: 'browser',
          globalSetup: builtServer,
          include: browser,
          exclude: [...notOurs, ...measuring],
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measuring',
          globalSetup: builtServer,
          include: measuring,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
