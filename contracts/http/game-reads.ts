import { z } from 'zod'
import { chartHash } from '../ids.ts'
import { competitionSlug } from '../rules/competition-document.ts'
import { grade } from '../rules/grade.ts'
import { noBody, nothing, route } from './route.ts'
import { leaderboard, leaderboardEntry } from './shapes/leaderboard.ts'
import { playScore } from './shapes/play.ts'
import { boardName, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

/** Rows of a board in the game's panel: unless it asks for another number, and the most it may ask for. */
export const panelRows = { min: 5, usual: 7, max: 20 } as const

/** The game's song wheel asks for the bests of at most this many charts at once. */
export const maxChartsAtOnce = 1000

/** Ranks, rivals and events are looked up on at most this many of them. */
export const maxChartsAround = 4

/** A row of the game's panel. Rank and score are strings. */
export const panelEntry = z.object({
  ...leaderboardEntry.omit({ rank: true, profileImageUrl: true }).shape,
  rank: z.string().regex(/^[1-9]\d*$/),
  isSelf: z.boolean(),
  isRival: z.boolean(),
})
export type PanelEntry = z.infer<typeof panelEntry>

/**
 * `scores`: not one page of the board but the rows that matter to this player, by rank. `total`: how many players are
 * on the board.
 */
export const panelBoard = z.object({ ...leaderboard.shape, scores: z.array(panelEntry) })

/**
 * How the player does on the chart in an event that is on and has it in the round of now: there, and in the round. Null
 * without a score.
 */
export const panelCompetition = z.object({
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

export const getPanel = route({
  name: 'getPanel',
  method: 'GET',
  path: '/v1/chart/:hash/leaderboards',
  access: 'game',
  summary:
    'The boards of a chart for the panel in the game, the preferred ones or else all: the top 2, the player, who is next to the player, the top rival, the nearest rival, then anyone who is nearest. A chart that nobody has played has empty boards',
  params: z.object({ hash: chartHash }),
  query: z.object({
    limit: z.coerce.number().int().min(panelRows.min).max(panelRows.max).default(panelRows.usual),
  }),
  body: noBody,
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
 * What the song wheel shows beside the own best. `rank`: of the player, null without a score; `rival`: the best of the
 * player's rivals, null where none has a score.
 */
export const chartAround = z.object({
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
 * By chart, then by the id of the board. A chart without an own counting play is left out. `around`: of every chart
 * asked for, if it was asked for.
 */
export const ownScores = z.object({
  scores: z.record(chartHash, z.record(z.string().regex(/^\d+$/), ownBest)),
  around: z.record(chartHash, chartAround).optional(),
})
export type OwnScores = z.infer<typeof ownScores>

export const retrieveScores = route({
  name: 'retrieveScores',
  method: 'POST',
  path: '/v1/retrieve-scores',
  access: 'game',
  summary:
    'The own bests on up to 1,000 charts, for the song wheel: on the boards asked for, or else on the preferred ones, or else on all. With `around`, of up to 4 charts, also the ranks, the best of the rivals, and the events that are on',
  params: nothing,
  query: nothing,
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
    // What the refinement above checks, for the description of the API.
    .meta({
      if: { properties: { around: { const: true } }, required: ['around'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { chartHashes: { maxItems: maxChartsAround } } },
    }),
  answer: ownScores,
  bodyLimit: 64 * maxChartsAtOnce,
  rate: 'read',
})
