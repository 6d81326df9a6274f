import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { UsageError } from '@stepledger/services/operator/exit-codes.ts'
import { sampleCompetition, sampleRounds, sampleStart } from './competition.ts'
import { type Seeding, seeding } from './history.ts'

/** Options of the command line. Times are ms since 1970. */
export interface SeedOptions {
  readonly plays?: number
  readonly charts?: number
  readonly players: number
  readonly hotChartPlays: number
  readonly seed: number
  readonly until?: number
  readonly days?: number
  readonly event?: 'blue-shift'
  readonly now?: number
  readonly start?: number
}

interface RequestedHistory {
  readonly seeding: Omit<Seeding, 'after'>
  readonly competition: CompetitionDocument | null
}

/** Default of a competition. */
const playsPerPlayer = 20

/** Validates the options. Throws UsageError, which names the option. */
export function requestedHistory(options: SeedOptions): RequestedHistory {
  return options.event ? ofEvent(options) : ordinary(options)
}

function ordinary({
  event: _,
  now,
  start,
  plays,
  charts = 500,
  until = Date.now(),
  ...others
}: SeedOptions): RequestedHistory {
  if (now !== undefined || start !== undefined) throw new UsageError('--now and --start: only with --event')
  if (plays === undefined) throw new UsageError('--plays: required')
  const wanted = checked({ ...others, plays, charts, until })
  if (wanted.hotChartPlays > plays) throw new UsageError('--hot-chart-plays: must not exceed --plays')
  return {
    seeding: { ...wanted, hotChartPlays: charts === 1 ? plays : wanted.hotChartPlays },
    competition: null,
  }
}

function ofEvent(options: SeedOptions): RequestedHistory {
  const {
    seed,
    players,
    now = Date.now(),
    start = sampleStart(now),
    plays = players * playsPerPlayer,
  } = options
  if (
    options.charts !== undefined ||
    options.hotChartPlays > 0 ||
    options.until !== undefined ||
    options.days !== undefined
  )
    throw new UsageError('--charts, --hot-chart-plays, --until and --days: not with --event')
  if (start >= now) throw new UsageError('--start: must be before --now')
  const document = sampleCompetition({ seed, start })
  const wanted = checked({
    plays,
    charts: sampleRounds.flat().length,
    players,
    hotChartPlays: 0,
    seed,
    until: now,
    event: {
      start,
      rounds: document.rounds.map(({ end }, i) => ({ end, charts: [...(sampleRounds[i] ?? [])] })),
    },
  })
  return { seeding: wanted, competition: document }
}

function checked(given: Omit<Seeding, 'after'>): Omit<Seeding, 'after'> {
  const parsed = seeding.omit({ after: true }).safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const option = String(issue?.path[0]).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageError(`--${option}: ${issue?.message}`)
}
