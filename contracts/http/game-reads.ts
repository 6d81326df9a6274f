import { z } from 'zod'
import { competitionSlug } from '../competition/competition-document.ts'
import { chartHash } from '../ids.ts'
import { grade } from '../rules/grade-names.ts'
import { route } from './route.ts'
import { leaderboard, leaderboardEntry } from './shapes/leaderboard.ts'
import { playScore } from './shapes/play.ts'
import { boardName, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

/** Number of rows per board in the game's panel. */
const panelRows = { min: 5, usual: 7, max: 20 } as const

/** Maximum charts per request for best scores. */
const maxChartsAtOnce = 1000

/** Maximum charts per request with ranks, rivals and competitions (`around`). */
const maxChartsAround = 4

/** A row of the game's panel. Rank and score are strings. */
const panelEntry = z.object({
  ...leaderboardEntry.omit({ rank: true, profileImageUrl: true }).shape,
  rank: z.string().regex(/^[1-9]\d*$/),
  isSelf: z.boolean(),
  isRival: z.boolean(),
})
export type PanelEntry = z.infer<typeof panelEntry>

/** A board in the panel. `scores`: the rows selected for this player, by rank. `total`: number of players on the board. */
const panelBoard = z.object({ ...leaderboard.shape, scores: z.array(panelEntry) })

/**
 * The player in a running competition that has the chart in its current round: on the chart, and in the round
 * (`place`). Null without a score.
 */
const panelCompetition = z.object({
  slug: competitionSlug,
  name: z.string(),
  round: z.int().positive(),
  roundName: z.string(),
  leaderboards: z.array(
    z.object({
      type: boardName,
      id: z.int(),
      chart: z.object({ rank: z.int().positive(), points: z.int() }).nullable(),
      place: z.object({ rank: z.int().positive(), points: z.int(), participants: z.int() }).nullable(),
    }),
  ),
})
export const panel = z.object({
  hash: chartHash,
  leaderboards: z.array(panelBoard),
  events: z.array(panelCompetition),
})
export type Panel = z.infer<typeof panel>

export const getPanel = route('getPanel', 'GET /v1/chart/:hash/leaderboards', {
  access: 'game',
  summary:
    'Get the boards of a chart for the panel in the game, the preferred ones or else all: the top 2, the player and their neighbours, the top rival, the nearest rival, then the nearest others. Boards of a chart without plays are empty',
  params: z.object({ hash: chartHash }),
  query: z.object({
    limit: z.coerce.number().int().min(panelRows.min).max(panelRows.max).default(panelRows.usual),
  }),
  answer: panel,
})

const ownBest = z.object({
  score: percent,
  grade,
  judgments: playScore.shape.data.shape.judgments,
  radar: playScore.shape.data.shape.radar,
  date: isoTime,
  playId: leaderboardEntry.shape.playId,
})
export type OwnBest = z.infer<typeof ownBest>

/**
 * Further data for the song wheel. `rank`: of the player, null without a score. `rival`: the best of the player's
 * rivals, null if none has a score.
 */
const chartAround = z.object({
  boards: z.array(
    z.object({
      type: boardName,
      id: z.int(),
      total: z.int().nonnegative(),
      rank: z.int().positive().nullable(),
      rival: z.object({ alias: z.string(), score: percent, rank: z.int().positive() }).nullable(),
    }),
  ),
  events: z.array(panelCompetition),
})
export type ChartAround = z.infer<typeof chartAround>

/**
 * `scores`: the player's best scores by chart, then by board id; only charts with a counting play. `around`: for every
 * requested chart, if requested.
 */
export const ownScores = z.object({
  scores: z.record(chartHash, z.record(z.string().regex(/^\d+$/), ownBest)),
  around: z.record(chartHash, chartAround).optional(),
})
export type OwnScores = z.infer<typeof ownScores>

export const retrieveScores = route('retrieveScores', 'POST /v1/retrieve-scores', {
  access: 'game',
  summary:
    "Get the player's best scores on up to 1,000 charts, for the song wheel: on the given boards, or else on the preferred ones, or else on all. With `around`, for up to 4 charts, also ranks, the best rival and running events",
  body: z
    .object({
      chartHashes: z.array(chartHash).min(1).max(maxChartsAtOnce),
      leaderboardIds: z.array(z.int().min(1).max(32_767)).max(8).optional(),
      around: z.boolean().optional(),
    })
    .refine(({ chartHashes, around }) => !around || chartHashes.length <= maxChartsAround, {
      path: ['chartHashes'],
      message: `must have at most ${maxChartsAround} entries with around`,
    })
    // The refinement above, for OpenAPI.
    .meta({
      if: { properties: { around: { const: true } }, required: ['around'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { chartHashes: { maxItems: maxChartsAround } } },
    }),
  answer: ownScores,
  bodyLimit: 64 * maxChartsAtOnce,
  rate: 'read',
})
