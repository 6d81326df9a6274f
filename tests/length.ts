/**
 * Whether this is `npm run test:long`: long histories, many rounds and examples, instead of the short form of the same
 * tests.
 */
export const isLong = process.env.TEST_LENGTH === 'long'

/**
 * With CI=true a short test is the same every time: what refuses a change is the change. Everywhere else it differs;
 * its name or output tells the seed.
 */
export const fixedSeed = process.env.CI === 'true' && !isLong
