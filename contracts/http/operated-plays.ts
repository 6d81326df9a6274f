import { z } from 'zod'
import { chartHash, numericId, numericIdText, playerId, wipeId } from '../ids.ts'
import { action } from './action.ts'
import { playerIdOrAlias } from './players.ts'
import { route } from './route.ts'
import { boardName, percent } from './shapes/score.ts'
import { standing } from './shapes/standing.ts'
import { isoTime, zonedTime } from './shapes/time.ts'

/** Maximum lost first places in a plan. */
export const lostFirstsShown = 20

/** `alias`: null after an erasure that is not folded yet. */
const owner = z.object({ id: playerId, alias: z.string().nullable() })

const chart = z.object({ hash: chartHash, title: z.string() })

const operatedPlay = z.object({
  playId: numericId,
  user: owner,
  chart,
  receivedAt: isoTime,
  /** Null while it counts. */
  withdrawnAt: isoTime.nullable(),
  /** The wipe that withdrew it, which can be undone; null if it counts, or was withdrawn permanently. */
  wipe: wipeId.nullable(),
  /** The current ranks of its player; empty if it does not count. */
  standings: z.array(standing.pick({ leaderboard: true, rank: true, total: true, personalBest: true })),
})
export type OperatedPlay = z.infer<typeof operatedPlay>

export const getOperatedPlay = route('getOperatedPlay', 'GET /api/admin/play/:id', {
  access: 'ledger.operate',
  summary: 'Whose play it is, whether it is withdrawn, and what the boards lose without it',
  params: z.object({ id: numericIdText }),
  answer: operatedPlay,
  errors: [404],
})

const extent = { plays: z.int(), players: z.int(), charts: z.int() }
export type WipeExtent = Readonly<z.infer<z.ZodObject<typeof extent>>>

/** Boards that lose their first place: their number, and the first of them. */
const losses = {
  boards: z.int(),
  firsts: z
    .array(z.object({ chart, leaderboard: boardName, user: owner, playId: numericId, score: percent }))
    .max(lostFirstsShown),
}

export const withdrawPlays = action('withdrawPlays', 'POST /api/admin/withdraw', {
  command: 'withdraw [play]',
  summary: 'Withdraw a play, or all plays of a player, permanently',
  input: z.object({
    play: numericId.optional().describe('id of the play'),
    player: playerIdOrAlias.optional().describe('all plays of this player'),
  }),
  plan: z.object({ ...extent, user: owner.nullable(), ...losses }),
  done: z.object({ plays: z.int() }),
  confirm: 'Withdraw them for good?',
  errors: [404, 503],
})

export const wipePlays = action('wipePlays', 'POST /api/admin/wipe', {
  command: 'wipe',
  summary: 'Withdraw all plays that match every given option; "reinstate" brings them back',
  needsReason: true,
  input: z.object({
    player: playerIdOrAlias.optional().describe('plays of this player'),
    play: z.array(numericId).min(1).max(1_000).optional().describe('these plays, at most 1000'),
    clientVersion: z
      .string()
      .min(1)
      .max(20)
      .optional()
      .describe('plays sent in this version of the format, such as 1.3'),
    chart: chartHash.optional().describe('plays on this chart'),
    since: zonedTime.optional().describe('plays received at this time or later, such as 2026-12-07T17:00Z'),
    until: zonedTime.optional().describe('plays received before this time; now by default'),
  }),
  /** `until`: the time of the plan, or the given one if it is earlier. Plays received later do not match. */
  plan: z.object({ ...extent, user: owner.nullable(), until: isoTime, ...losses }),
  done: z.object({ wipe: wipeId, plays: z.int() }),
  confirm: 'Withdraw them?',
  errors: [404, 503],
})
export type WipePlan = z.infer<typeof wipePlays.answer>['plan']

export const reinstateWipe = action('reinstateWipe', 'POST /api/admin/reinstate', {
  command: 'reinstate <wipe>',
  summary: 'Bring back the plays that a wipe withdrew, except those withdrawn permanently since',
  input: z.object({ wipe: wipeId.describe('id of the wipe, as it printed') }),
  plan: z.object(extent),
  done: z.object({ plays: z.int() }),
  confirm: 'Reinstate them?',
  errors: [404, 503],
})
