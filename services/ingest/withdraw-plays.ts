import { isRefusal } from '@stepledger/contracts/decider.ts'
import {
  getOperatedPlay,
  lostFirstsShown,
  reinstateWipe,
  type WipeExtent,
  wipePlays,
  withdrawPlays,
} from '@stepledger/contracts/http/operated-plays.ts'
import { deletePlay } from '@stepledger/contracts/http/plays.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import { type WithdrawalCommand, withdrawalStream } from '@stepledger/contracts/withdrawal/withdrawal.ts'
import type { PlayOfPlayer, WipeCriteria } from '@stepledger/projections/plays/wiped-plays.ts'
import type { FastifyInstance } from 'fastify'
import type { DecidedStreams } from '../decided-streams.ts'
import type { OperatorEntry } from '../platform/audit/operator-entry.ts'
import { type HandleEach, maxStreams } from '../platform/decisions/handle.ts'
import { conflict, forbidden, HttpError, invalidField, notFound } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { type ActionProgress, serveAction } from '../platform/http/serve-action.ts'
import { foldedBefore } from '../progress.ts'
import { withHttpErrors } from './append-errors.ts'
import type { IngestDeps } from './deps.ts'
import type { Claims } from './play-ids/idempotency-claims.ts'

/** Serves the permanent withdrawal of own plays. Idempotent. */
export function serveWithdrawPlay(
  app: FastifyInstance,
  { handle, streams, now, reads }: IngestDeps,
  claims: Pick<Claims, 'ownerOf'>,
): void {
  serve(app, deletePlay, async ({ params: { id: playId }, caller: { playerId }, reply }) => {
    // Falls back to the claim, as a recent play may not be folded yet.
    const owner = (await reads.ownerOf(playId))?.player ?? (await claims.ownerOf(playId))
    if (owner === null) throw notFound('Play not found')
    if (owner !== playerId) throw forbidden('This play belongs to another player')
    const stream = withdrawalStream(playerId, playId)
    const command = { type: 'withdraw', playId, by: 'player', reason: null } as const
    const decided = await withHttpErrors(() => handle(streams.withdrawal, stream, command, { at: now() }))
    // Refused: it was withdrawn before.
    if (!isRefusal(decided)) sendPosition(reply, decided)
    return { message: 'Play withdrawn' }
  })
}

/** How long a request waits for the fold, ms. */
const foldTimeoutMs = 2_000

/** Serves plays to operators: one of them, withdrawals, wipes and their reinstatement. */
export function serveOperatedPlays(app: FastifyInstance, deps: IngestDeps): void {
  const { ledger, players, findByAlias, progress, reads, recordAction, now, random } = deps

  const nameOf = async (id: string) => ({ id, alias: (await players.lookUp([id])).get(id)?.alias ?? null })

  serve(app, getOperatedPlay, async ({ params: { id: playId } }) => {
    const { player, ...play } = await findPlay(playId)
    const { systems } = reads.rules()
    const standings = await reads.standings({ playId, player, chart: play.chart.hash })
    return {
      ...play,
      user: await nameOf(player),
      standings: standings.flatMap(({ system, rank, total, personalBest }) => {
        const leaderboard = systems.find(({ id }) => id === system)?.name
        return leaderboard === undefined ? [] : { leaderboard, rank, total, personalBest }
      }),
    }
  })

  async function findPlay(playId: number) {
    const play = await reads.operatedPlay(playId)
    if (play) return play
    throw notFound(`Play ${playId} not found: it was never received, is parked, or its player was erased`)
  }

  async function findPlayer(named: string): Promise<string> {
    const id = playerId.safeParse(named)
    const found = id.success ? id.data : await findByAlias(named)
    if (found === null) throw notFound(`There is no player ${named}`)
    return found
  }

  /** What the read models say is right only when they contain everything that the ledger holds at the call. */
  async function requireFolded(): Promise<void> {
    if (await foldedBefore(progress, await ledger.ends('events'), foldTimeoutMs)) return
    throw new HttpError(503, 'The read models are behind the ledger. Please try again later.', {
      headers: { 'retry-after': '5' },
    })
  }

  /** Throws 409 when no play matches. */
  async function planOf(criteria: WipeCriteria) {
    await requireFolded()
    const { firsts, ...extent } = await reads.wipeExtent(criteria, lostFirstsShown)
    if (extent.plays === 0) throw conflict('No play matches')
    return {
      ...extent,
      user: criteria.player === undefined ? null : await nameOf(criteria.player),
      firsts: await Promise.all(
        firsts.map(async ({ chart: hash, title, board: leaderboard, player, playId, score }) => ({
          chart: { hash, title },
          leaderboard,
          user: await nameOf(player),
          playId,
          score,
        })),
      ),
    }
  }

  /** Records the action, decides on each play and waits for the fold. Throws 409 if another action was first. */
  async function decide(
    {
      by,
      signal,
      progress: show,
    }: {
      readonly by: { readonly id: string; readonly reason: string | null }
      readonly signal: AbortSignal
      progress(step: ActionProgress): void
    },
    what: string,
    { plays: of }: WipeExtent,
    entry: OperatorEntry,
    read: ReadPlays,
    command: (play: PlayOfPlayer) => WithdrawalCommand,
  ): Promise<number> {
    await recordAction(entry, by)
    const onProgress = (done: number) => show({ what, done, of, unit: 'plays' })
    const { plays, ends } = await withHttpErrors(() =>
      decidePlays(deps, read, command, { now, signal, onProgress }),
    )
    if (plays === 0) throw conflict('No play matches any more')
    await foldedBefore(progress, ends, foldTimeoutMs)
    return plays
  }

  async function ownerOf(playId: number): Promise<string> {
    await requireFolded()
    const { player, withdrawnAt, wipe } = await findPlay(playId)
    if (withdrawnAt !== null && wipe === null) throw conflict(`Play ${playId} was withdrawn already`)
    return player
  }

  const withdrawnBy = async ({
    play,
    player: named,
  }: {
    play?: number | undefined
    player?: string | undefined
  }) => {
    if ((play === undefined) === (named === undefined))
      throw invalidField('play', 'Specify either a play or a player')
    const player = named === undefined ? await ownerOf(play ?? 0) : await findPlayer(named)
    const criteria = { player, ...(play !== undefined && { plays: [play] }), until: Number.MAX_SAFE_INTEGER }
    return { ...criteria, withWiped: true }
  }

  serveAction(app, withdrawPlays, {
    plan: async ({ input }) => planOf(await withdrawnBy(input)),
    async act(call, plan) {
      const { input, by } = call
      const criteria = await withdrawnBy(input)
      const { play } = input
      const entry: OperatorEntry =
        play === undefined
          ? { what: 'All plays withdrawn', details: { plays: String(plan.plays) } }
          : { what: 'Play withdrawn', details: { play: String(play) } }
      const plays = await decide(
        call,
        'Withdrawing',
        plan,
        { playerId: criteria.player, ...entry },
        (page) => reads.matchingPlays(criteria, page),
        ({ playId }) => ({ type: 'withdraw', playId, by: 'operator', reason: by.reason }),
      )
      return { plays }
    },
  })

  type WipeInput = (typeof wipePlays)['input']['_output']
  const wipedBy = async ({ player, play, chart, clientVersion, since, until }: WipeInput) => {
    if ([player, play, chart, clientVersion, since, until].every((criterion) => criterion === undefined))
      throw invalidField('player', 'Specify a player, plays, a chart, a version or a time')
    return {
      ...(player !== undefined && { player: await findPlayer(player) }),
      ...(play !== undefined && { plays: play }),
      ...(chart !== undefined && { chart }),
      ...(clientVersion !== undefined && { clientVersion }),
      ...(since !== undefined && { since: Date.parse(since) }),
      until: Math.min(now(), until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)),
    }
  }

  serveAction(app, wipePlays, {
    async plan({ input }) {
      const criteria = await wipedBy(input)
      return { ...(await planOf(criteria)), until: new Date(criteria.until).toISOString() }
    },
    async act(call, plan) {
      const { input, by } = call
      const criteria = await wipedBy({ ...input, until: plan.until })
      const wipe = newWipeId(now(), random)
      const reason = by.reason ?? ''
      const plays = await decide(
        call,
        'Wiping',
        plan,
        {
          playerId: criteria.player ?? null,
          what: 'Plays wiped',
          details: { wipe, plays: String(plan.plays), reason },
        },
        (page) => reads.matchingPlays(criteria, page),
        ({ playId }) => ({ type: 'withdraw', playId, by: 'operator', reason, wipe }),
      )
      return { wipe, plays }
    },
  })

  serveAction(app, reinstateWipe, {
    async plan({ input: { wipe } }) {
      await requireFolded()
      const extent = await reads.extentOfWipe(wipe)
      if (extent.plays === 0) throw conflict(`No play is withdrawn by wipe ${wipe}`)
      return extent
    },
    async act(call, plan) {
      const { wipe } = call.input
      const plays = await decide(
        call,
        'Reinstating',
        plan,
        { what: 'Wipe reinstated', details: { wipe, plays: String(plan.plays) } },
        (page) => reads.playsOfWipe(wipe, page),
        ({ playId }) => ({ type: 'reinstate', playId, wipe }),
      )
      return { plays }
    },
  })
}

/** Returns the next plays after the one with the id `after`, or the first ones; an empty page is the last. */
type ReadPlays = (page: {
  readonly after: number | null
  readonly limit: number
}) => Promise<readonly PlayOfPlayer[]>

interface Options {
  /** Ms since 1970. */
  readonly now: () => number
  readonly signal?: AbortSignal
  /** Called after each page, with the number of plays so far. */
  readonly onProgress?: (plays: number) => void
}

/** How many plays a command took effect on, and the next offset after the last event of each partition. */
interface DecidedPlays {
  readonly plays: number
  readonly ends: readonly number[]
}

/** Withdraws or reinstates plays, a page at a time, so that memory does not grow with their number. */
async function decidePlays(
  {
    handleEach,
    streams,
  }: { readonly handleEach: HandleEach; readonly streams: Pick<DecidedStreams, 'withdrawal'> },
  read: ReadPlays,
  command: (play: PlayOfPlayer) => WithdrawalCommand,
  { now, signal, onProgress = () => {} }: Options,
): Promise<DecidedPlays> {
  const ends: number[] = []
  let plays = 0
  let after: number | null = null
  for (;;) {
    const page = await read({ after, limit: maxStreams })
    const last = page.at(-1)
    if (!last) break
    const commands = page.map((play) => ({
      stream: withdrawalStream(play.player, play.playId),
      command: command(play),
    }))
    for (const decided of await handleEach(streams.withdrawal, commands, {
      at: now(),
      ...(signal && { signal }),
    })) {
      if (isRefusal(decided)) continue
      plays++
      ends[decided.partition] = Math.max(ends[decided.partition] ?? 0, decided.offset + 1)
    }
    onProgress(plays)
    after = last.playId
  }
  return { plays, ends: Array.from(ends, (end) => end ?? 0) }
}

/** The id of a new wipe. `now`: ms since 1970; `random`: returns random bytes. */
function newWipeId(now: number, random: (bytes: number) => Buffer): string {
  return `${now.toString(36)}${random(3).toString('hex')}`
}
