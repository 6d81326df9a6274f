import { z } from 'zod'
import { playerId } from '../../ids.ts'
import { competitionSlug } from '../../rules/competition-document.ts'
import { chartSummary } from './chart.ts'
import { boardName } from './score.ts'
import { isoTime } from './time.ts'

/** Where the clock stood, when the answer was made, against a round or a whole event. */
export const competitionPhase = z.enum(['before', 'running', 'over'])
export type CompetitionPhase = z.infer<typeof competitionPhase>

/** The number of a round, from 1; 0 is the whole event. */
export const roundNumber = z.int().min(0).max(20)

/** A round in time. Plays count that were played from `start` until before `end`. */
export const competitionTimes = z.object({
  name: z.string(),
  start: isoTime,
  end: isoTime,
  phase: competitionPhase,
})
export type CompetitionTimes = z.infer<typeof competitionTimes>

/**
 * An event as lists name it. `phase`: over from the end of its last round on. `lateUntil`: plays of its last round may
 * come in until then. `final`: its standings were closed.
 */
export const competitionSummary = z.object({
  slug: competitionSlug,
  name: z.string(),
  phase: competitionPhase,
  final: z.boolean(),
  start: isoTime,
  end: isoTime,
  lateUntil: isoTime,
  rounds: z.array(competitionTimes),
})
export type CompetitionSummary = z.infer<typeof competitionSummary>

/** A chart of a round, with who wrote its steps. */
export const competitionChart = z.object({ ...chartSummary.shape, credit: z.string().nullable() })
export type CompetitionChart = z.infer<typeof competitionChart>

/**
 * How ranks on a chart become points. `decayRate`: by which exponential they fall below the first place; `description`:
 * the whole formula in words.
 */
export const pointsSystem = z.object({
  maxPoints: z.number(),
  decayRate: z.number(),
  description: z.string(),
})

/** Present where a score was received after the end of its round, within the grace of the event. */
export const receivedLate = z.literal(true).optional()

/** A place on a board of an event. Equal points share a rank. `late`: at least one of the scores in it is late. */
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

/** Why a play counts for nothing in an event: a short code for programs, a sentence for people. */
export const notInCompetitionReason = z.object({
  code: z.enum([
    'before-start',
    'between-rounds',
    'after-end',
    'received-late',
    'other-round',
    'failed',
    'passed-unknown',
    'rate',
    'rate-unknown',
    'body-version',
    'autoplay',
    'autoplay-unknown',
    'chart-mismatch',
    'withdrawn',
  ]),
  text: z.string(),
})
export type NotInCompetitionReason = z.infer<typeof notInCompetitionReason>

/**
 * What a play is to an event that has its chart in a round. `leaderboards`: what the play earns its player there now,
 * none for a play that does not count; `points` null where another play of the same player is better. `late`: it counts
 * and was received after the end of the round, within the grace.
 */
export const playInCompetition = z.object({
  slug: competitionSlug,
  name: z.string(),
  round: roundNumber,
  roundName: z.string(),
  counts: z.boolean(),
  late: receivedLate,
  reasons: z.array(notInCompetitionReason),
  leaderboards: z.array(
    z.object({
      leaderboard: boardName,
      rank: z.int().positive().nullable(),
      points: z.int().nullable(),
    }),
  ),
})
export type PlayInCompetition = z.infer<typeof playInCompetition>
