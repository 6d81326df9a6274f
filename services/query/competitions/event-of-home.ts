import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { HomePage } from '@stepledger/contracts/http/home.ts'
import type { EventChart } from '@stepledger/contracts/http/shapes/event.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { eventChartsOf } from '@stepledger/projections/standings/event-charts.ts'
import { overall } from '@stepledger/projections/standings/event-standings.ts'
import {
  allEvents,
  participantsOf,
  type RankedTotal,
  rankedTotals,
} from '@stepledger/projections/standings/reads.ts'
import type { EventRow } from '@stepledger/projections/standings/tables.ts'
import { eventOfNow, isAnnounced, isoOf, pointsShown, roundOfNow, summaryOf } from './event-shown.ts'
import { rankingOf } from './event-standings-page.ts'

/** What the home page shows of an event. */
export interface HomeEventFound {
  readonly row: EventRow
  readonly participants: number
  /** By the boards of the event. */
  readonly tops: readonly (readonly RankedTotal[])[]
  /** Those of the round that is on, or of the next, or of the last. */
  readonly charts: readonly EventChart[]
}

/** How the home page names the boards. */
const keys = { HardEX: 'hardEX', EX: 'EX', ITG: 'money' } as const satisfies Record<BoardName, string>

/** The event of now, or else the last one; null before the first. */
export async function findHomeEvent(generation: GenerationDb, now: number): Promise<HomeEventFound | null> {
  const row = eventOfNow(await allEvents(generation), now)
  if (!row) return null
  const { slug, boards, rounds, shown } = row.state.document
  const tops: RankedTotal[][] = []
  for (const board of boards.keys())
    tops.push(await rankedTotals(generation, { slug, round: overall, board }, { limit: shown }))
  const round = itemAt(rounds, roundOfNow({ rounds }, now) - 1)
  return {
    row,
    tops,
    participants: await participantsOf(generation, { slug, round: overall, board: 0 }),
    charts: [...(await eventChartsOf(generation, round.charts)).values()],
  }
}

export function homeEventShown(
  found: HomeEventFound | null,
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
    event: summaryOf(row.state, now),
    overallLeaderboard:
      row.generated_at === null
        ? null
        : {
            generatedAt: isoOf(row.generated_at),
            pointsSystem: pointsShown(document.points),
            leaderboards: {
              [keys.HardEX]: boardShown('HardEX'),
              [keys.EX]: boardShown('EX'),
              [keys.ITG]: boardShown('ITG'),
            },
          },
  }
}
