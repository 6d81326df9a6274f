import { z } from 'zod'
import { chartHash, numericId, numericIdText, playerId, wipeId } from '../ids.ts'
import { actionReason } from './operated-actions.ts'
import { playerIdOrAlias } from './players.ts'
import { route } from './route.ts'
import { boardName, percent } from './shapes/score.ts'
import { standing } from './shapes/standing.ts'
import { isoTime } from './shapes/time.ts'

/** Maximum plays of a wipe on the site; `ledger wipe` has no limit. */
export const maxWipedPlays = 10_000

/** Maximum lost first places in a preview. */
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

const byId = z.object({ id: numericIdText })

export const getOperatedPlay = route('getOperatedPlay', 'GET /api/admin/play/:id', {
  access: 'ledger.operate',
  summary: 'Whose play it is, whether it is withdrawn, and what the boards lose without it',
  params: byId,
  answer: operatedPlay,
  errors: [404],
})

export const withdrawForGood = route('withdrawForGood', 'POST /api/admin/play/:id/withdraw', {
  access: 'ledger.operate',
  summary: 'Withdraw a play of any player permanently',
  params: byId,
  body: z.object({ reason: actionReason }),
  answer: z.object({ playId: numericId }),
  errors: [404, 409, 503],
})

const wipeExtent = z.object({ plays: z.int(), players: z.int(), charts: z.int() })
export type WipeExtent = Readonly<z.infer<typeof wipeExtent>>

/** Which plays a wipe withdraws: those that match every given field, and were received before `until`. */
const criteria = {
  chart: chartHash.optional(),
  /** Version of the body that the client sent, such as 1.4. */
  clientVersion: z.string().min(1).max(20).optional(),
  since: isoTime.optional(),
}

const wipePreview = z.object({
  ...wipeExtent.shape,
  user: owner.nullable(),
  /** The time of the preview, or the requested one if it is earlier. Plays received later do not match. */
  until: isoTime,
  /** Number of boards that lose their first place, and the first of them. */
  boards: z.int(),
  firsts: z
    .array(z.object({ chart, leaderboard: boardName, user: owner, playId: numericId, score: percent }))
    .max(lostFirstsShown),
})
export type WipePreview = z.infer<typeof wipePreview>

export const previewWipe = route('previewWipe', 'GET /api/admin/wipe', {
  access: 'ledger.operate',
  summary: 'How many plays a wipe would withdraw, and which boards would lose their first place',
  query: z.object({
    ...criteria,
    player: playerIdOrAlias.optional(),
    play: numericIdText.optional(),
    until: isoTime.optional(),
  }),
  answer: wipePreview,
  errors: [404, 503],
})

export const wipePlays = route('wipePlays', 'POST /api/admin/wipe', {
  access: 'ledger.operate',
  summary: 'Withdraw all plays that match; a reinstatement brings them back',
  /** `until` and `expected`: the time and the number of plays of the preview. */
  body: z.object({
    ...criteria,
    player: playerId.optional(),
    play: numericId.optional(),
    until: isoTime,
    expected: z.int().min(1).max(maxWipedPlays, `at most ${maxWipedPlays}; use "ledger wipe" for more`),
    reason: actionReason,
  }),
  answer: z.object({ wipe: wipeId, plays: z.int() }),
  errors: [409, 503],
})

const byWipe = z.object({ wipe: wipeId })

export const getWipe = route('getWipe', 'GET /api/admin/wipe/:wipe', {
  access: 'ledger.operate',
  summary: 'How many plays a reinstatement of a wipe would bring back',
  params: byWipe,
  answer: wipeExtent,
})

export const reinstateWipe = route('reinstateWipe', 'POST /api/admin/wipe/:wipe/reinstate', {
  access: 'ledger.operate',
  summary: 'Bring back the plays that a wipe withdrew, except those withdrawn permanently since',
  params: byWipe,
  /** `expected`: the number of plays that the operator saw. */
  body: z.object({
    expected: z.int().min(1).max(maxWipedPlays, `at most ${maxWipedPlays}; use "ledger reinstate" for more`),
    reason: actionReason,
  }),
  answer: z.object({ plays: z.int() }),
  errors: [409, 503],
})
