import {
  type CompetitionState,
  countedCompetition,
  isListed,
} from '@stepledger/contracts/competition/competition.ts'
import { type CompetitionDocument, timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import type { PlayInCompetition } from '@stepledger/contracts/http/shapes/competition.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { participationIn } from '@stepledger/projections/participation/reads.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { chartPlacesOf } from '@stepledger/projections/standings/chart-places.ts'
import {
  competitionEligibility,
  notInCompetitionText,
} from '@stepledger/projections/standings/competition-eligibility.ts'
import { systemsOf } from '@stepledger/projections/standings/counting-scores.ts'
import {
  competitionsWithChart,
  isFirstAttempt,
  withShownWords,
} from '@stepledger/projections/standings/reads.ts'
import { organisersOf } from './shown-competition.ts'

export type Played = Pick<
  PlayRow,
  'id' | 'chart' | 'player' | 'at' | 'played_at' | 'reasons' | 'withdrawn_at' | 'hundredths' | 'cmod'
>

/**
 * Whether and how a play counts in each listed competition that has its chart in a round. Plays from before a competition or
 * from after its grace were not meant for it, and are left out.
 */
export async function competitionsOfPlay(
  generation: GenerationDb,
  row: Played,
): Promise<PlayInCompetition[]> {
  const shown: PlayInCompetition[] = []
  const around = (await competitionsWithChart(generation, row.chart)).filter(({ state }) => {
    const { start, closes } = timesOf(state.document)
    return isListed(state) && row.played_at >= start && row.played_at < closes
  })
  for (const { slug, state } of await withShownWords(generation, around)) {
    const { document } = state
    const participation = await participationIn(generation, slug, row.player)
    const verdict = await verdictOn(generation, state, row, participation)
    if (!verdict) continue
    const { round, reasons } = verdict
    const { name: roundName, end } = itemAt(document.rounds, round - 1)
    const counts = reasons.length === 0
    shown.push({
      slug,
      name: document.name,
      round,
      roundName,
      counts,
      ...(counts && row.at >= end && { late: true as const }),
      reasons: reasons.map((code) => ({
        code,
        text: notInCompetitionText(code, { rules: generation.rules, round: roundName }),
      })),
      organisers: state.closed ? [] : organisersOf(state),
      leaderboards: counts ? await pointsOf(generation, { slug, document, round }, row) : [],
    })
  }
  return shown
}

/** Whether a play counts in a competition, in which its player is `participation`; null if no round has its chart. */
export function verdictOn(
  generation: GenerationDb,
  state: CompetitionState,
  row: Played,
  participation: ParticipationStatus | null,
) {
  return competitionEligibility(
    countedCompetition(state),
    {
      id: row.id,
      chart: row.chart,
      at: row.at,
      playedAt: row.played_at,
      reasons: row.reasons,
      withdrawn: row.withdrawn_at !== null,
      cmod: row.cmod,
      participation,
    },
    (window) => isFirstAttempt(generation, row, window),
  )
}

async function pointsOf(
  generation: GenerationDb,
  competition: { slug: string; round: number; document: CompetitionDocument },
  { chart, player, hundredths }: Played,
): Promise<PlayInCompetition['leaderboards']> {
  const { slug, round, document } = competition
  const places = await chartPlacesOf(generation, { slug, points: document.points, player }, [chart])
  const systems = systemsOf(generation.rules, document.boards)
  return document.boards.map((leaderboard, board) => {
    const place = places.find((of) => of.round === round && of.board === board)
    const system = systems[board] ?? null
    const isBest = place && system !== null && place.hundredths === hundredths[system]
    return { leaderboard, rank: isBest ? place.rank : null, points: isBest ? place.points : null }
  })
}
