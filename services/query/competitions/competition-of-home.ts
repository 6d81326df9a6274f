import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { type HomePage, homeBoardKeys } from '@stepledger/contracts/http/home.ts'
import type { CompetitionChart } from '@stepledger/contracts/http/shapes/competition.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import {
  participantsOf,
  type RankedTotal,
  rankedTotals,
} from '@stepledger/projections/standings/ranked-totals.ts'
import { allCompetitions, withShownWords } from '@stepledger/projections/standings/reads.ts'
import type { CompetitionRow } from '@stepledger/projections/standings/tables.ts'
import { isoOf } from '../iso-of.ts'
import { rankingOf } from './competition-standings-page.ts'
import {
  currentCompetition,
  defaultRound,
  describePointsSystem,
  isAnnounced,
  summaryOf,
} from './shown-competition.ts'

export interface HomeCompetition {
  readonly row: CompetitionRow
  readonly participants: number
  /** By board, in the order of the competition. */
  readonly tops: readonly (readonly RankedTotal[])[]
  /** Charts of the running round, else of the next one, else of the last one. */
  readonly charts: readonly CompetitionChart[]
}

/** Reads the current competition, or else the last one; null before the first. */
export async function findHomeCompetition(
  generation: GenerationDb,
  now: number,
): Promise<HomeCompetition | null> {
  const current = currentCompetition(await allCompetitions(generation), now)
  const [row] = await withShownWords(generation, current ? [current] : [])
  if (!row) return null
  const { slug, boards, rounds, shown } = row.state.document
  const tops: RankedTotal[][] = []
  for (const board of boards.keys())
    tops.push(await rankedTotals(generation, { slug, round: overall, board }, { limit: shown }))
  const round = itemAt(rounds, defaultRound({ rounds }, now) - 1)
  return {
    row,
    tops,
    participants: await participantsOf(generation, { slug, round: overall, board: 0 }),
    charts: [...(await competitionChartsOf(generation, round.charts)).values()],
  }
}

export function homeCompetitionFields(
  found: HomeCompetition | null,
  names: ReadonlyMap<string, PublicPlayer>,
  now: number,
): Omit<HomePage, 'recentPlays' | 'mostPlayed'> {
  if (!found) return { announcement: null, charts: [], event: null, overallLeaderboard: null }
  const { row, participants, tops, charts } = found
  const { document } = row.state
  const announced = isAnnounced(row.state, now)
  const boardShown = (name: BoardName) => {
    const top = tops[document.boards.indexOf(name)]
    return {
      totalParticipants: top ? participants : 0,
      rankings: (top ?? []).map((total) => rankingOf(total, names)),
    }
  }
  return {
    announcement: announced ? document.announcement : null,
    ...(announced && document.downloadUrl !== null && { announcementDownloadUrl: document.downloadUrl }),
    charts: announced ? [...charts] : [],
    event: summaryOf(row.state, names, now),
    overallLeaderboard:
      row.generated_at === null
        ? null
        : {
            generatedAt: isoOf(row.generated_at),
            pointsSystem: describePointsSystem(document.points),
            leaderboards: {
              [homeBoardKeys.HardEX]: boardShown('HardEX'),
              [homeBoardKeys.EX]: boardShown('EX'),
              [homeBoardKeys.ITG]: boardShown('ITG'),
            },
          },
  }
}
