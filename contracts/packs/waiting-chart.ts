import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { chartHash, numericId } from '../ids.ts'
import { chartCounts } from './processed-chart.ts'

/** What a song states about a chart, as far as decisions show it. */
const statement = z.object({
  title: z.string(),
  artist: z.string(),
  difficulty,
  meter: z.int().nullable(),
  stepsType: z.string(),
  stepartist: z.string(),
  counts: chartCounts,
})

/** What a decision is about: a chart of a song, with the digest of what the song states about it. */
export const decidedChart = z.object({
  songId: numericId,
  hash: chartHash,
  content: z.string().regex(/^[0-9a-f]{32}$/, 'must be the content of a waiting chart'),
})

/**
 * A chart of a pack that was known before with other counts or another description: it changes nothing until it is
 * accepted. `known`: what is in force; null where no listed pack has the chart any more.
 */
export const waitingChart = decidedChart.extend({
  packId: numericId,
  packName: z.string(),
  states: statement,
  known: statement.extend({ packName: z.string() }).nullable(),
})
export type WaitingChart = z.infer<typeof waitingChart>

/** A value of a waiting chart that is not the one in force. */
export interface Difference {
  readonly what: string
  readonly before: string
  readonly after: string
}

const compared = [
  ['Title', 'title'],
  ['Artist', 'artist'],
  ['Difficulty', 'difficulty'],
  ['Rating', 'meter'],
  ['Steps type', 'stepsType'],
  ['Stepartist', 'stepartist'],
] as const
const counts = [
  ['Rows', 'rows'],
  ['Holds', 'holds'],
  ['Rolls', 'rolls'],
  ['Mines', 'mines'],
] as const

/** What a waiting chart states otherwise, counts first; nothing where only texts differ that are not listed here. */
export function differencesOf({ states, known }: WaitingChart): Difference[] {
  if (!known) return []
  const pairs = [
    ...counts.map(([what, name]) => [what, known.counts[name], states.counts[name]] as const),
    ...compared.map(([what, name]) => [what, known[name], states[name]] as const),
  ]
  return pairs.flatMap(([what, before, after]) =>
    before === after ? [] : [{ what, before: String(before ?? '-'), after: String(after ?? '-') }],
  )
}
