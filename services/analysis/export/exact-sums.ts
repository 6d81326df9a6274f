/**
 * Numbers are summed as integers of this unit, so that sums do not depend on the order of rows: no sorting is needed, and
 * an unchanged month has the same digest.
 */
const parts = '1e9'

/** SQL that converts a number to integer units. */
export const wholeParts = (number: string) => `round((${number}) * ${parts})::hugeint`

/** SQL for a sum of integer units, as a number. */
export const sumOfParts = (whole: string) => `sum(${whole})::double / ${parts}`

export const exactSum = (number: string) => sumOfParts(wholeParts(number))

/** SQL for the mean of numbers; null if there are none. */
export const exactMean = (number: string) => `(${exactSum(number)}) / nullif(count(${number}), 0)`

/** SQL for an order-independent digest of rows, which must be distinct. */
export const digestOfRows = (row: string) => `bit_xor(md5_number(${row}))::varchar`
