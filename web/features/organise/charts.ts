import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { chartHash } from '@stepledger/contracts/ids.ts'

/** What the form shows of a chart. */
export type NamedChart = Pick<
  ChartSummary,
  'hash' | 'title' | 'artist' | 'difficulty' | 'meter' | 'stepsType'
>

/** The distinct hashes in a pasted text, in order, and what else is in it. */
export function hashesIn(text: string): { readonly hashes: string[]; readonly others: string[] } {
  const words = text
    .toLowerCase()
    .split(/[\s,;"'[\]]+/)
    .filter((word) => word !== '')
  const isHash = (word: string) => chartHash.safeParse(word).success
  return { hashes: [...new Set(words.filter(isHash))], others: words.filter((word) => !isHash(word)) }
}
