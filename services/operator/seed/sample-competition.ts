import { boardNames } from '@stepledger/contracts/board-name.ts'
import type { CompetitionDocument } from '@stepledger/contracts/rules/competition-document.ts'
import { DateTime } from 'luxon'
import { seededChart } from './chart.ts'

const weeks = 9
const rounds = 3
const chartsPerRound = 20
const weekMs = 7 * 86_400_000
/** Hour of the start, UTC. */
const hour = 18

/**
 * Returns the start of the sample competition, ms since 1970: the first Monday of December if `now` is within the
 * following nine weeks, otherwise a Monday that puts `now` into the fifth week.
 */
export function sampleStart(now: number): number {
  const at = DateTime.fromMillis(now, { zone: 'utc' })
  const december = [at.year, at.year - 1]
    .map(firstMonday)
    .find((start) => start <= now && now < start + weeks * weekMs)
  return december ?? at.startOf('week').minus({ weeks: 4 }).set({ hour }).toMillis()
}

function firstMonday(year: number): number {
  const first = DateTime.utc(year, 12, 1, hour)
  return first.plus({ days: (8 - first.weekday) % 7 }).toMillis()
}

/** Charts of the rounds, by their numbers in a seed. */
export const sampleRounds: readonly (readonly number[])[] = Array.from({ length: rounds }, (_, round) =>
  Array.from({ length: chartsPerRound }, (_, i) => round * chartsPerRound + i),
)

export function sampleCompetition({
  seed,
  start,
}: {
  readonly seed: number
  readonly start: number
}): CompetitionDocument {
  const roundMs = (weeks / rounds) * weekMs
  return {
    slug: 'blue-shift',
    name: 'Blue Shift (Beta)',
    announcement:
      'Nine weeks, three rounds, twenty charts each. Play any chart of the round, as often as you like: your best play counts, and a failed one counts too.',
    downloadUrl: 'https://example.org/blue-shift.zip',
    rounds: sampleRounds.map((charts, i) => ({
      name: `Round ${i + 1}`,
      start: start + i * roundMs,
      end: start + (i + 1) * roundMs,
      charts: charts.map((n) => seededChart(seed, n).hash),
    })),
    failedPlaysCount: true,
    grace: 36 * 3_600,
    points: { maxPoints: 10_000, minPoints: 1, pieces: [{ form: 'exponential', rate: 0.08, upTo: null }] },
    ties: 'share',
    shown: 10,
    boards: [...boardNames],
  }
}
