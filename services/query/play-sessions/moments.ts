import type { PlayOnBoard } from '@stepledger/projections/records/plays-on-board.ts'

interface Candidate {
  readonly playId: number
  readonly chart: string
  /** Null for a play that does not count. */
  readonly onBoard: PlayOnBoard | null
}

/** Whether the play beat an earlier best of its player. */
export function isBest({ onBoard }: Pick<Candidate, 'onBoard'>): boolean {
  return (onBoard?.change ?? 0) > 0
}

/**
 * Returns the best plays of a session, at most `max`: those that hold a first place, then those that beat an earlier
 * best by the most. One play a chart.
 */
export function momentsOf<Play extends Candidate>(plays: readonly Play[], max: number): Play[] {
  const isFirst = ({ onBoard }: Play) => onBoard?.rank === 1
  const gain = ({ onBoard }: Play) => onBoard?.change ?? 0
  const charts = new Set<string>()
  return plays
    .filter((play) => isFirst(play) || isBest(play))
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || gain(b) - gain(a) || b.playId - a.playId)
    .filter(({ chart }) => !charts.has(chart) && charts.add(chart))
    .slice(0, max)
}
