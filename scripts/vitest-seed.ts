import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Runs before each test file. With CI=true property tests use a fixed seed, so that a failure comes from the change.
 * Elsewhere each run uses another seed, which a failure prints. PROPERTY_SEED sets it.
 */
const seed = process.env.PROPERTY_SEED ?? (process.env.CI === 'true' ? '1' : undefined)
const file = expect.getState().testPath

if (seed !== undefined && file !== undefined && readFileSync(file, 'utf8').includes("from 'fast-check'")) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}
