/**
 * Numbers are added up as whole parts of a billionth: the sum is the same to the last bit in any order, so DuckDB sorts
 * nothing in memory for it, and a month that did not change has the same digest.
 */
const parts = '1e9'

/** SQL for the whole parts of a number. */
export const wholeParts = (number: string) => `round((${number}) * ${parts})::hugeint`

/** SQL for a sum of whole parts, as a number again. */
export const sumOfParts = (whole: string) => `sum(${whole})::double / ${parts}`

/** SQL for the sum of numbers. */
export const exactSum = (number: string) => sumOfParts(wholeParts(number))

/** SQL for the mean of numbers; null without one. */
export const exactMean = (number: string) => `(${exactSum(number)}) / nullif(count(${number}), 0)`

/** SQL for a digest of rows, in any order; no two of them may be equal. */
export const digestOfRows = (row: string) => `bit_xor(md5_number(${row}))::varchar`
