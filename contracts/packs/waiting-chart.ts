import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { chartHash, numericId } from '../ids.ts'
import { chartCounts } from './processed-chart.ts'

/** The source of a chart, reduced to what the decision page shows. */
const statement = z.object({
  title: z.string(),
  artist: z.string(),
  difficulty,
  meter: z.int().nullable(),
  stepsType: z.string(),
  stepartist: z.string(),
  counts: chartCounts,
})

/** Identifies a waiting chart. `content`: digest of its source, so that a decision applies to this version only. */
export const decidedChart = z.object({
  songId: numericId,
  hash: chartHash,
  content: z.string().regex(/^[0-9a-f]{32}$/, 'must be the content of a waiting chart'),
})

/**
 * A chart whose counts or description differ from those already known for its hash. It has no effect until it is
 * accepted. `known`: the source in force; null if no listed pack contains the chart any more.
 */
export const waitingChart = decidedChart.extend({
  packId: numericId,
  packName: z.string(),
  states: statement,
  known: statement.extend({ packName: z.string() }).nullable(),
})
export type WaitingChart = z.infer<typeof waitingChart>

/** A value of a waiting chart that differs from the one in force. */
interface Difference {
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

/** Counts first. Empty if only values outside of the statement differ. */
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
