import { z } from 'zod'
import { competitionSlug } from '../competition/competition-document.ts'
import { numericId, numericIdText } from '../ids.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, boardReason, onBoard, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

/** Notifications of one answer. */
export const notificationsShown = 30

/**
 * Kinds of notifications.
 * - passed: a rival got ahead of the caller on a chart
 * - follower: a player added the caller as a rival
 * - event: a round of an event ended, or its standings are final
 * - place: the caller lost places in a round of an event from one day to the next
 * - accepted: the organisers of an event accepted the caller
 * - play: a play of the caller came late, or is not ranked although it was not failed
 * - withdrawn: an operator withdrew plays of the caller
 * - refused: plays sent with an API key of the caller were refused for good; those of the last week, which are not in the
 *   ledger but counted by key, reason and day
 */
export const notificationKinds = [
  'passed',
  'follower',
  'event',
  'place',
  'accepted',
  'play',
  'withdrawn',
  'refused',
] as const
const notificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof notificationKind>

/**
 * A notification. `at`: when it came about.
 * - passed: `score` and `own` are the scores at that time
 * - event: `round` null: of the whole event, whose standings are final; else provisional until then
 * - place: at the end of a day; `before` is the rank at the end of the day before
 * - play: `playedAt`: received more than an hour later if `late`; `reasons`: why it is not ranked, empty if it is
 * - withdrawn: `plays` for one reason, at once or on one day, `chart` being that of one; `reason`: as the operator gave it
 * - refused: `plays`: their number so far; `reason`: the last error; `key`: its first characters; `client`: game and module
 */
const notification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passed'),
    at: isoTime,
    rival: playerName,
    chart: chartSummary,
    playId: numericId,
    score: percent,
    own: percent,
  }),
  z.object({ kind: z.literal('follower'), at: isoTime, player: playerName }),
  z.object({
    kind: z.literal('event'),
    at: isoTime,
    slug: competitionSlug,
    name: z.string(),
    round: z.string().nullable(),
    rank: z.int().positive(),
    players: z.int().positive(),
  }),
  z.object({
    kind: z.literal('place'),
    at: isoTime,
    slug: competitionSlug,
    name: z.string(),
    round: z.string(),
    rank: z.int().positive(),
    before: z.int().positive(),
  }),
  z.object({ kind: z.literal('accepted'), at: isoTime, slug: competitionSlug, name: z.string() }),
  z.object({
    kind: z.literal('play'),
    at: isoTime,
    playId: numericId,
    chart: chartSummary,
    playedAt: isoTime,
    late: z.boolean(),
    reasons: z.array(boardReason),
  }),
  z.object({
    kind: z.literal('withdrawn'),
    at: isoTime,
    chart: chartSummary,
    plays: z.int().positive(),
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('refused'),
    at: isoTime,
    key: z.string(),
    plays: z.int().positive(),
    reason: z.string(),
    client: z.string().nullable(),
  }),
])
export type Notification = z.infer<typeof notification>

const someKinds = z
  .string()
  .max(70)
  .regex(
    new RegExp(
      `^(${notificationKinds.join('|')})(,(${notificationKinds.join('|')})){0,${notificationKinds.length - 1}}$`,
    ),
    `must be a list of ${notificationKinds.join(', ')}, separated by commas`,
  )
  .transform((text) => text.split(','))
  .pipe(z.array(notificationKind))

export const listNotifications = route('listNotifications', 'GET /api/notifications', {
  access: 'session',
  summary: `List what happened to the caller, newest first, about ${notificationsShown} at a time; read from the ledger, so always complete, except for refused plays`,
  query: onBoard.extend({
    /** All kinds by default. */
    kinds: someKinds.optional(),
    /** Only older ones: the `at` of the last one of the previous answer. */
    before: isoTime.optional(),
  }),
  /** `more`: older ones exist. */
  answer: z.object({ leaderboard: boardName, notifications: z.array(notification), more: z.boolean() }),
})

/** `seenAt`: notifications until then were seen; null before the first. `kinds`: those that the bell shows. */
const notificationSettings = z.object({
  seenAt: isoTime.nullable(),
  kinds: z.array(notificationKind),
  weeklyMail: z.boolean(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

export const getNotificationSettings = route('getNotificationSettings', 'GET /api/notifications/settings', {
  access: 'session',
  summary: 'Get which notifications the caller wants and has seen',
  answer: notificationSettings,
})

export const setNotificationSettings = route('setNotificationSettings', 'PUT /api/notifications/settings', {
  access: 'session',
  summary: 'Choose the kinds of notifications, and whether a mail lists them once a week',
  body: z.object({
    kinds: z
      .array(notificationKind)
      .max(notificationKinds.length)
      .refine((kinds) => new Set(kinds).size === kinds.length, { message: 'must not repeat' })
      .meta({ uniqueItems: true }),
    weeklyMail: z.boolean(),
  }),
  answer: notificationSettings,
  rate: 'change',
})

export const markNotificationsSeen = route('markNotificationsSeen', 'PUT /api/notifications/seen', {
  access: 'session',
  summary: 'Mark the notifications until a time as seen; never moves back, nor into the future',
  body: z.object({ until: isoTime }),
  answer: notificationSettings,
})

/** Rivals that a moment names; `passed` counts all. */
export const rivalsNamed = 2

/**
 * What a play of the caller achieved on one board when it was received. `best`: it is the caller's new best, with the
 * place that it gives now and the place that the best before it would have; null if it is not. `star`: the caller's
 * first star on this board.
 */
const playMoment = z.object({
  playId: numericId,
  leaderboard: boardName,
  best: z
    .object({
      score: percent,
      before: percent.nullable(),
      rank: z.int().positive(),
      rankBefore: z.int().positive().nullable(),
    })
    .nullable(),
  passed: z.int(),
  rivals: z.array(playerName).max(rivalsNamed),
  star: z.boolean(),
})
export type PlayMoment = z.infer<typeof playMoment>

export const getPlayMoment = route('getPlayMoment', 'GET /api/play/:id/moment', {
  access: 'session',
  summary: 'Get what a play of the caller achieved: a new best, places gained, rivals passed, a first star',
  params: z.object({ id: numericIdText }),
  query: onBoard,
  answer: playMoment,
  errors: [404],
})
