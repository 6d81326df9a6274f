import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { isoTime } from './shapes/time.ts'

const ranking = z.object({
  rank: z.int(),
  userId: z.string(),
  userAlias: z.string(),
  userProfileImageUrl: z.string().nullable(),
  totalPoints: z.int(),
  chartsPlayed: z.int(),
})
const eventBoard = z.object({ totalParticipants: z.int(), rankings: z.array(ranking) })

/** The home page: the event, as far as there is one, and the ten plays played last. */
export const homePage = z.object({
  announcement: z.string().nullable(),
  announcementDownloadUrl: z.string().optional(),
  recentPlays: z.array(recentPlay),
  charts: z.array(z.object({ ...chartSummary.shape, credit: z.string().nullable() })),
  overallLeaderboard: z
    .object({
      generatedAt: isoTime,
      pointsSystem: z.object({ maxPoints: z.number(), decayRate: z.number(), description: z.string() }),
      leaderboards: z.object({ hardEX: eventBoard, EX: eventBoard, money: eventBoard }),
    })
    .nullable(),
})
export type HomePage = z.infer<typeof homePage>

export const getHome = route({
  name: 'getHome',
  method: 'GET',
  path: '/api/blueshift',
  summary: 'The home page: the event and the ten plays played last',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: homePage,
})
