import { defineConfig } from 'vitest/config'

const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**']

export default defineConfig({
  test: {
    globalSetup: ['scripts/vitest-services.ts'],
    // What only ends a test that hangs is long: a busy machine may take ten times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contracts,projections,services,scripts,web,client}/**/*.test.{ts,tsx}'],
          exclude: notOurs,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole servers and browsers: one file at a time, after the others, so that two cores suffice.
        extends: true,
        test: {
          name: 'system',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: notOurs,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
