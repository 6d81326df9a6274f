import { z } from 'zod'
import { numericId, numericIdText, playerId } from '../ids.ts'
import { competitionsOfPlayerShown, ownCompetition } from './participation.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { playerName, recentPlay } from './shapes/recent-play.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

/** Milestones of a session that are listed, the latest. */
export const maxReachedMilestones = 200

/**
 * `id` and `name` as in the rules. `meter`, `pack`: what it was reached for, if that is possible more than once. `playId`,
 * `chart`, `createdAt`: the play that reached it, and when that was played.
 */
const reachedMilestone = z.object({
  id: z.string(),
  name: z.string(),
  meter: z.int().nullable(),
  pack: z.object({ id: numericId, name: z.string() }).nullable(),
  playId: numericId,
  chart: chartSummary,
  createdAt: isoTime,
})
export type ReachedMilestone = z.infer<typeof reachedMilestone>

/** Maximum break between two plays of a session, ms. */
export const sessionBreakMs = 2 * 60 * 60_000

/** Maximum plays of a session before the play in the address, and after it. */
export const maxPlaysAround = 100

export const maxMoments = 4

/** Number of sessions in the list of a player by default, and at most; and of plays that it is made from. */
const latestSessionsShown = 3
export const maxSessionsShown = 20
export const playsOfLatestSessions = 400

const partOfDay = z.enum(['morning', 'afternoon', 'evening', 'night'])

/**
 * When a session began, in the player's time zone. A night that begins after midnight has the date of the day before.
 */
export const sessionDay = z.object({ date: z.iso.date(), part: partOfDay })
export type SessionDay = z.infer<typeof sessionDay>

/**
 * Of all plays of a session. `startedAt`: the start of the first song; `endedAt`: the end of the last one. `seconds`: time
 * played; `steps`: judged rows.
 */
const sessionTotals = z.object({
  day: sessionDay,
  startedAt: isoTime,
  endedAt: isoTime,
  seconds: z.int(),
  plays: z.int().positive(),
  steps: z.int(),
})

/**
 * A play of a session. `meanAbsolute`: of the offsets, ms; null if all steps were missed. `onBoard`: null for a play
 * that does not count; `rank`: the place that the play holds now, null if another play holds one; `change`: percentage
 * points from the best counting play received before it, null on the first.
 */
const sessionPlay = recentPlay.omit({ user: true }).extend({
  passed: z.boolean().nullable(),
  meanAbsolute: z.number().nullable(),
  onBoard: z.object({ rank: z.int().positive().nullable(), change: z.string().nullable() }).nullable(),
})
export type SessionPlay = z.infer<typeof sessionPlay>

/**
 * Plays of a player without a break of two hours. `data`: latest first. `moments`: the ids of the best plays, the best
 * first. `bests`: plays that beat an earlier best on the leaderboard. `milestones`: those that its plays reached, latest
 * first. `previous`, `next`: a play of the sessions before and after. `whole`: no play is left out by the limit of 100
 * before and 100 after the one in the address.
 */
export const sessionPage = sessionTotals.extend({
  user: playerName,
  charts: z.int(),
  failed: z.int(),
  leaderboard: boardName,
  bests: z.int(),
  moments: z.array(numericId).max(maxMoments),
  milestones: z.array(reachedMilestone).max(maxReachedMilestones),
  data: z.array(sessionPlay),
  previous: numericId.nullable(),
  next: numericId.nullable(),
  whole: z.boolean(),
})
export type SessionPage = z.infer<typeof sessionPage>

const ofPlay = z.object({ id: numericIdText })
export const getPlaySession = route('getPlaySession', 'GET /api/play/:id/session', {
  summary: 'Get the session of which a play is part: plays without a break of two hours',
  params: ofPlay,
  query: onBoard,
  answer: sessionPage,
  errors: [404],
})

const rivalPassed = z.object({
  playId: numericId,
  rival: playerName,
  score: percent,
  rivalScore: percent,
})
export type RivalPassed = z.infer<typeof rivalPassed>

export const getRivalsPassed = route('getRivalsPassed', 'GET /api/play/:id/session/rivals', {
  access: 'session',
  summary:
    'List the rivals that the caller passed in the session of which a play of theirs is part; empty for plays of others',
  params: ofPlay,
  query: onBoard,
  answer: z.object({ leaderboard: boardName, passed: z.array(rivalPassed) }),
  errors: [404],
})

export const listSessionCompetitions = route('listSessionEvents', 'GET /api/play/:id/session/events', {
  access: 'session',
  summary:
    'List the events in which the caller takes part and plays of the session of this play count, with the overall place; empty for plays of others',
  params: ofPlay,
  query: onBoard,
  answer: z.object({ events: z.array(ownCompetition).max(competitionsOfPlayerShown) }),
  errors: [404],
})

/** A session in the list of a player. `playId`: a play of it, for its address. */
const listedSession = sessionTotals.extend({ playId: numericId })
export type ListedSession = z.infer<typeof listedSession>

export const listPlaySessions = route('listPlaySessions', 'GET /api/user/:id/play-sessions', {
  summary: 'List the sessions of a player before a time, by default now, newest first',
  params: z.object({ id: playerId }),
  query: z.object({
    before: isoTime.optional(),
    limit: z.coerce.number().int().min(1).max(maxSessionsShown).default(latestSessionsShown),
  }),
  /** `more`: there are earlier ones. */
  answer: z.object({
    user: playerName,
    sessions: z.array(listedSession).max(maxSessionsShown),
    more: z.boolean(),
  }),
  errors: [404],
})
