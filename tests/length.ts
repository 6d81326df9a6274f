/** True in `npm run test:long`: longer histories, more rounds and examples of the same tests. */
export const isLong = process.env.TEST_LENGTH === 'long'

/**
 * True with CI=true, except in long runs: random tests use a fixed seed, so that a failure comes from the change.
 * Elsewhere the seed differs by run and is part of the test's name or output.
 */
export const fixedSeed = process.env.CI === 'true' && !isLong
