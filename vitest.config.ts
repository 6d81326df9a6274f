import { defineConfig } from 'vitest/config'

const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**']

export default defineConfig({
  test: {
    globalSetup: ['scripts/vitest-services.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
