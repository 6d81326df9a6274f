import type { Measure } from '@stepledger/contracts/analysis/measure.ts'

/** An expression of SQL: a value as -1 to 1, what lies outside of the measure being cut. */
export function asUnit(value: string, { from, to }: Measure): string {
  return `greatest(-1, least(1, (${value} - ${(from + to) / 2}) / ${(to - from) / 2}))`
}

/** The mean that a sum of such values comes to, within its measure. */
export function meanOf(sum: string, players: string, { from, to }: Measure): string {
  return `greatest(${from}, least(${to}, round(${(from + to) / 2} + ${(to - from) / 2} * ${sum} / ${players}, 2)))`
}

/** A sum of parts of 1 as a mean percentage; noise may take it below 0, and means of many stay right so. */
export function percentOf(sum: string, players: string): string {
  return `round(100 * ${sum} / ${players}, 2)`
}
