import { z } from 'zod'
import { competitionAccess, competitionSlug } from '../../competition/competition-document.ts'
import { posterColour } from '../../competition/poster.ts'
import { playerId } from '../../ids.ts'
import { chartSummary } from './chart.ts'
import { playerName } from './recent-play.ts'
import { boardName } from './score.ts'
import { isoTime } from './time.ts'

/** The phase of a round or of the whole competition at the time of the response. */
export const competitionPhase = z.enum(['before', 'running', 'over'])
export type CompetitionPhase = z.infer<typeof competitionPhase>

/** The number of a round, from 1; 0 is the whole competition. */
export const roundNumber = z.int().min(0).max(20)

/** The window of a round. Plays count if they were played from `start` (inclusive) to `end` (exclusive). */
export const competitionTimes = z.object({
  name: z.string(),
  start: isoTime,
  end: isoTime,
  phase: competitionPhase,
})
export type CompetitionTimes = z.infer<typeof competitionTimes>

/**
 * A competition in lists. `phase`: over since the end of the last round. `lateUntil`: end of the grace period of the last
 * round. `final`: the standings were closed. `charts`: number in all rounds. `owner`: the player who organises it; null: the site. `access`: `address` for one
 * that is in no list. `pictureUrl`: of its poster. `pinned`: operators show it as one of the site. `ofSite`: so do its pages, as it is pinned or by the site.
 */
export const competitionSummary = z.object({
  slug: competitionSlug,
  name: z.string(),
  phase: competitionPhase,
  final: z.boolean(),
  charts: z.int(),
  start: isoTime,
  end: isoTime,
  lateUntil: isoTime,
  rounds: z.array(competitionTimes),
  owner: playerName.nullable(),
  access: competitionAccess,
  colour: posterColour,
  pictureUrl: z.string().nullable(),
  pinned: z.boolean(),
  ofSite: z.boolean(),
})
export type CompetitionSummary = z.infer<typeof competitionSummary>

/** A chart of a round. `credit`: author of the steps. */
export const competitionChart = z.object({ ...chartSummary.shape, credit: z.string().nullable() })
export type CompetitionChart = z.infer<typeof competitionChart>

/** The points formula. `decayRate`: rate of its first exponential piece. `description`: the whole formula in words. */
export const pointsSystem = z.object({
  maxPoints: z.number(),
  decayRate: z.number(),
  description: z.string(),
})

/** Present if a score was received after the end of its round, within the grace period. */
export const receivedLate = z.literal(true).optional()

/** A rank on a board of a competition. Equal points share a rank. `late`: at least one of its scores is late. */
export const competitionRanking = z.object({
  rank: z.int().positive(),
  userId: playerId,
  userAlias: z.string(),
  userProfileImageUrl: z.string().nullable(),
  totalPoints: z.int(),
  chartsPlayed: z.int(),
  late: receivedLate,
})
export type CompetitionRanking = z.infer<typeof competitionRanking>

/** Why a play does not count in a competition: a code for programs, a sentence for people. */
const notInCompetitionReason = z.object({
  code: z.enum([
    'not-in',
    'before-start',
    'between-rounds',
    'after-end',
    'received-late',
    'not-first',
    'cmod',
    'cmod-unknown',
    'other-round',
    'failed',
    'passed-unknown',
    'life-ran-out',
    'rate',
    'rate-unknown',
    'body-version',
    'autoplay',
    'autoplay-unknown',
    'chart-mismatch',
    'withdrawn',
    'taken-out',
  ]),
  text: z.string(),
})
export type NotInCompetitionReason = z.infer<typeof notInCompetitionReason>

/**
 * A play in a competition that has its chart in a round. `leaderboards`: current rank and points of the play, empty if
 * it does not count; null if another play of the same player is better. `late`: it counts and was received in the grace
 * period. `organisers`: who can take it out.
 */
export const playInCompetition = z.object({
  slug: competitionSlug,
  name: z.string(),
  round: roundNumber,
  roundName: z.string(),
  counts: z.boolean(),
  late: receivedLate,
  reasons: z.array(notInCompetitionReason),
  organisers: z.array(playerId),
  leaderboards: z.array(
    z.object({
      leaderboard: boardName,
      rank: z.int().positive().nullable(),
      points: z.int().nullable(),
    }),
  ),
})
export type PlayInCompetition = z.infer<typeof playInCompetition>
