import type { Measure } from '@stepledger/contracts/analysis/measure.ts'

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

/** SQL that clips a value to its measure and scales it to -1 to 1. */
export function asUnit(value: string, { from, to }: Measure): string {
  return `greatest(-1, least(1, (${value} - ${(from + to) / 2}) / ${(to - from) / 2}))`
}

/** SQL that converts a sum of scaled values to a mean within its measure; null without players. */
export function meanOf(sum: string, players: string, { from, to }: Measure): string {
  const mean = `round(${(from + to) / 2} + ${(to - from) / 2} * ${sum} / ${players}, 2)`
  // `greatest` and `least` ignore null.
  return `case when ${players} is not null then greatest(${from}, least(${to}, ${mean})) end`
}

/** SQL that converts a sum of shares to a mean percentage. Not clipped, because clipping noise would bias further means. */
export function percentOf(sum: string, players: string): string {
  return `round(100 * ${sum} / ${players}, 2)`
}
