import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Before each test file. With CI=true properties are tried with the same values every time: what refuses a change is
 * then the change, and not a rare value that another run would not have met. Everywhere else each run tries others, and
 * a failure names the seed. PROPERTY_SEED: that one.
 */
const seed = process.env.PROPERTY_SEED ?? (process.env.CI === 'true' ? '1' : undefined)
const file = expect.getState().testPath

if (seed !== undefined && file !== undefined && readFileSync(file, 'utf8').includes("from 'fast-check'")) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}
