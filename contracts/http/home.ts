import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import {
  competitionChart,
  competitionRanking,
  competitionSummary,
  pointsSystem,
} from './shapes/competition.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { isoTime } from './shapes/time.ts'

/** Recent plays on the home page. */
export const homeRecentPlays = 25

const competitionBoard = z.object({ totalParticipants: z.int(), rankings: z.array(competitionRanking) })

/**
 * The home page: the event, as far as there is one, and the plays played last. While an event is to come, is on or
 * was over lately it is announced, with the charts of its round of now, or else the next. `overallLeaderboard`: of that
 * event, or else of the one that was over last. `mostPlayed`: charts by how often they were played lately, given while
 * nothing is announced.
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

export const getHome = route({
  name: 'getHome',
  method: 'GET',
  path: '/api/blueshift',
  summary: `The home page: the event and the ${homeRecentPlays} plays played last`,
  params: nothing,
  query: nothing,
  body: noBody,
  answer: homePage,
})
