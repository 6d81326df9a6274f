import { z } from 'zod'
import type { BoardName } from '../board-name.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import {
  competitionChart,
  competitionRanking,
  competitionSummary,
  pointsSystem,
} from './shapes/competition.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { isoTime } from './shapes/time.ts'

export const homeRecentPlays = 25

/** The keys of the boards in `overallLeaderboard`. */
export const homeBoardKeys = { HardEX: 'hardEX', EX: 'EX', ITG: 'money' } as const satisfies Record<
  BoardName,
  string
>

const competitionBoard = z.object({ totalParticipants: z.int(), rankings: z.array(competitionRanking) })

/**
 * The home page. A competition is announced while it is upcoming, running or recently over, with the charts of its
 * current or next round. `overallLeaderboard`: of that competition, or else of the last one. `mostPlayed`: charts by
 * recent number of plays, if no competition is announced.
 */
export const homePage = z.object({
  announcement: z.string().nullable(),
  announcementDownloadUrl: z.string().optional(),
  recentPlays: z.array(recentPlay),
  charts: z.array(competitionChart),
  event: competitionSummary.nullable(),
  mostPlayed: z.array(z.object({ ...chartSummary.shape, plays: z.int() })),
  overallLeaderboard: z
    .object({
      generatedAt: isoTime,
      pointsSystem,
      leaderboards: z.object({ hardEX: competitionBoard, EX: competitionBoard, money: competitionBoard }),
    })
    .nullable(),
})
export type HomePage = z.infer<typeof homePage>

export const getHome = route('getHome', 'GET /api/blueshift', {
  summary: `Get the home page: the current event and the ${homeRecentPlays} latest plays`,
  answer: homePage,
})
