import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**']

/** What measures how fast something is, or who gets how much of the machine: nothing else runs then. */
const measuring = [
  'tests/browser/busy.test.ts',
  'tests/browser/rush.test.ts',
  'tests/browser/timing-view.test.ts',
  'tests/generations/finish.test.ts',
  'tests/generations/share.test.ts',
  'tests/system/crawler.test.ts',
  'tests/system/hostile-bodies.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['scripts/vitest-services.ts'],
    setupFiles: ['scripts/vitest-seed.ts'],
    // What only ends a test that hangs is long: a busy machine may take ten times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contracts,projections,services,scripts,web,client}/**/*.test.{ts,tsx}'],
          exclude: notOurs,
          // Much of it waits for Postgres and Kafka, so that one worker a core keeps two cores busy.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole servers and browsers, two files at a time.
        extends: true,
        test: {
          name: 'system',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...notOurs, ...measuring],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measuring',
          include: measuring,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
