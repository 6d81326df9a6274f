import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { boardNames } from '@stepledger/contracts/board-name.ts'
import { type CompetitionDocument, timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { eventAnnounced } from '@stepledger/contracts/competition/events.ts'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { announcedCompetitions } from '@stepledger/services/competition-streams.ts'
import { CommandFailedError } from '@stepledger/services/operator/exit-codes.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { DateTime } from 'luxon'
import { chartsPerPack, seededChart } from './charts.ts'

const weeks = 9
const rounds = 3
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

/** Charts of the rounds, by their numbers in a seed: a pack each. */
export const sampleRounds: readonly (readonly number[])[] = Array.from({ length: rounds }, (_, round) =>
  Array.from({ length: chartsPerPack }, (_, i) => round * chartsPerPack + i),
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
      attempts: 'best',
      counted: null,
      cmod: true,
    })),
    failedPlaysCount: true,
    grace: 36 * 3_600,
    points: { maxPoints: 10_000, minPoints: 1, pieces: [{ form: 'exponential', rate: 0.08, upTo: null }] },
    ties: 'share',
    shown: 10,
    boards: [...boardNames],
    access: 'everybody',
    colour: 'blue',
  }
}

/** Compares the sample competition with the ledger. Throws CommandFailedError if it is closed. */
export async function sampleAnnouncement(
  ledger: Ledger,
  document: CompetitionDocument,
): Promise<'new' | 'replaced' | 'there'> {
  const { slug } = document
  const known = (await announcedCompetitions(ledger)).get(slug)
  if (!known) return 'new'
  if (known.closed) throw new CommandFailedError(`${slug} is closed and cannot be changed`)
  return isDeepStrictEqual(known.document, document) ? 'there' : 'replaced'
}

export async function announceSample(ledger: Ledger, document: CompetitionDocument): Promise<void> {
  const key = document.slug
  // In the past, like the sample plays: two weeks before the start.
  const at = Math.min(Date.now(), timesOf(document).start - 14 * 86_400_000)
  const bytes = encodeEvent(eventAnnounced, {
    id: randomUUID(),
    at,
    key,
    data: { document, owner: null, words: null },
  })
  await ledger.append('rules', { key, bytes })
}
