import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { isOpen, phaseOf, timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import {
  maxInvitations,
  maxParticipants,
  maxRequests,
  notInvited,
  type ParticipationCommand,
  participationOf,
} from '@stepledger/contracts/competition/participation.ts'
import { isRefusal, type Refusal } from '@stepledger/contracts/decider.ts'
import {
  decideParticipants,
  dismissInvitation,
  getInvitation,
  leaveCompetition,
  listInvitations,
  openInvitation,
  renewInvitation,
  takePart,
} from '@stepledger/contracts/http/participation.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { conflict, forbidden, type HttpError, notFound } from '../platform/http/http-error.ts'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { type CompetitionChanger, notSaved } from './change-competition.ts'
import type { CompetitionsDeps } from './deps.ts'
import { competitionsDatabase } from './tables.ts'

/** How long an answer waits for the fold, ms. */
const foldTimeoutMs = 2_000

/** Random bytes of a code: 128 bits, which nobody guesses. */
const codeBytes = 16

/** Serves taking part and leaving to players, and who takes part to organisers. */
export function serveParticipants(
  app: FastifyInstance,
  {
    database,
    handle,
    handleEach,
    streams,
    participation,
    reads,
    progress,
    players: directory,
    now,
    random,
  }: CompetitionsDeps,
  { find, shown }: Pick<CompetitionChanger, 'find' | 'shown'>,
): void {
  const db = competitionsDatabase(database)

  /** Throws 404, also for a competition that is hidden from the player. */
  async function visible(slug: string, player: string): Promise<CompetitionState> {
    const state = await find(slug)
    if (state.hidden && !organises(state, player)) throw notFound('This event is hidden by the site')
    return state
  }

  /** Throws 403 for others than its organisers. */
  async function organised(slug: string, player: string): Promise<CompetitionState> {
    const state = await visible(slug, player)
    if (!organises(state, player)) throw forbidden('Only its organisers can do this')
    return state
  }

  async function codeOf(slug: string): Promise<string | null> {
    const row = await db
      .selectFrom('competitions.invitations')
      .select('code')
      .where('slug', '=', slug)
      .executeTakeFirst()
    return row?.code ?? null
  }

  async function forgetInvitation(player: string, slug: string): Promise<void> {
    await db
      .deleteFrom('competitions.invited')
      .where('player', '=', player)
      .where('slug', '=', slug)
      .execute()
  }

  /** Throws 409. The numbers may be a moment old, so a few more are possible. */
  async function refuseIfFull({ document: { slug, access } }: CompetitionState): Promise<void> {
    if (isOpen(access)) return
    const players = await reads.participants(slug)
    if (players.in >= maxParticipants) throw conflict(`This event has ${maxParticipants} players, the limit`)
    if (access === 'accepted' && players.asked >= maxRequests)
      throw conflict(`${maxRequests} players wait for the organisers, the limit. Please try again later`)
  }

  async function decide(
    player: string,
    command: Exclude<ParticipationCommand, { by: string }>,
    reply: FastifyReply,
  ): Promise<void> {
    const stream = participationOf(player, command.competition.document.slug)
    const decided = await handle(participation, stream, command, { at: now() }).catch(notSaved)
    if (isRefusal(decided)) throw refused(decided)
    sendPosition(reply, decided)
  }

  serve(
    app,
    takePart,
    async ({ caller: { playerId: player }, params: { slug }, body: { invitation }, reply }) => {
      const competition = await visible(slug, player)
      await refuseIfFull(competition)
      const invited =
        organises(competition, player) ||
        (competition.document.access === 'invitation' &&
          invitation !== undefined &&
          invitation === (await codeOf(slug)))
      await decide(player, { type: 'takePart', competition, invited }, reply)
      await forgetInvitation(player, slug)
      return {
        message: competition.document.access === 'accepted' && !invited ? 'You asked' : 'You take part',
      }
    },
  )

  serve(app, leaveCompetition, async ({ caller: { playerId: player }, params: { slug }, reply }) => {
    await decide(player, { type: 'leave', competition: await visible(slug, player) }, reply)
    return { message: "You don't take part any more" }
  })

  serve(
    app,
    decideParticipants,
    async ({ caller: { playerId: by }, params: { slug }, body: { players, accepted }, reply }) => {
      const competition = await organised(slug, by)
      if (accepted) {
        const { in: taking } = await reads.participants(slug)
        if (taking + players.length > maxParticipants)
          throw conflict(`An event can have up to ${maxParticipants} players`)
      }
      const command = { type: accepted ? ('accept' as const) : ('refuse' as const), competition, by }
      const commands = players.map((player) => ({ stream: participationOf(player, slug), command }))
      const ended = new AbortController()
      reply.raw.once('close', () => ended.abort())
      const decided = await handleEach(participation, commands, { at: now(), signal: ended.signal }).catch(
        notSaved,
      )
      const left = decided.flatMap((result, i) =>
        isRefusal(result) ? [{ userId: itemAt(players, i), reason: result.message }] : [],
      )
      // So that the list which is read next is without them, whose events are in several partitions.
      await Promise.all(decided.map((result) => isRefusal(result) || progress.reached(result, foldTimeoutMs)))
      return { decided: players.length - left.length, left }
    },
  )

  serve(app, getInvitation, async ({ caller: { playerId }, params: { slug } }) => {
    await organised(slug, playerId)
    return { code: await codeOf(slug) }
  })

  serve(app, renewInvitation, async ({ caller: { playerId }, params: { slug } }) => {
    const { document, closed } = await organised(slug, playerId)
    if (document.access !== 'invitation') throw conflict('Nobody needs an invitation to this event')
    if (closed) throw conflict('The standings are final')
    const code = random(codeBytes).toString('hex')
    await db
      .insertInto('competitions.invitations')
      .values({ slug, code })
      .onConflict((known) => known.column('slug').doUpdateSet({ code }))
      .execute()
    return { code }
  })

  serve(
    app,
    openInvitation,
    async ({ caller: { playerId: player }, params: { slug }, body: { invitation: code } }) => {
      const { document, closed } = await visible(slug, player)
      if (document.access !== 'invitation' || code !== (await codeOf(slug))) throw refused(notInvited)
      if (closed) throw conflict('The standings are final')
      const opened = { code, opened_at: new Date(now()) }
      await db
        .insertInto('competitions.invited')
        .values({ player, slug, ...opened })
        .onConflict((known) => known.columns(['player', 'slug']).doUpdateSet(opened))
        .execute()
      await db
        .deleteFrom('competitions.invited')
        .where('player', '=', player)
        .where('slug', 'not in', (kept) =>
          kept
            .selectFrom('competitions.invited')
            .select('slug')
            .where('player', '=', player)
            .orderBy('opened_at', 'desc')
            .orderBy('slug')
            .limit(maxInvitations),
        )
        .execute()
      return { message: 'You find it among the events' }
    },
  )

  serve(app, dismissInvitation, async ({ caller: { playerId: player }, params: { slug } }) => {
    await forgetInvitation(player, slug)
    return { message: 'You find it by its link only' }
  })

  serve(app, listInvitations, async ({ caller: { playerId: player } }) => {
    const rows = await db
      .selectFrom('competitions.invited as kept')
      .innerJoin('competitions.invitations as valid', (join) =>
        join.onRef('valid.slug', '=', 'kept.slug').onRef('valid.code', '=', 'kept.code'),
      )
      .select(['kept.slug', 'kept.code'])
      .where('kept.player', '=', player)
      .orderBy('kept.opened_at', 'desc')
      .execute()
    const states = await streams.read(rows.map(({ slug }) => slug))
    const open = rows.flatMap(({ code }, i) => {
      const state = itemAt(states, i)
      return state.document !== null && state.closed === null && !state.hidden ? [{ code, state }] : []
    })
    const documents = await shown(open.map(({ state }) => state))
    const names = await directory.lookUp(open.flatMap(({ state }) => state.owner ?? []))
    const at = now()
    return {
      invitations: open.map(({ code, state: { owner } }, i) => {
        const document = itemAt(documents, i)
        const { start, end } = timesOf(document)
        return {
          slug: document.slug,
          name: document.name,
          owner: owner === null ? null : (names.get(owner)?.alias ?? null),
          phase: phaseOf({ start, end }, at),
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
          code,
        }
      }),
    }
  })
}

function organises({ owner, organisers }: CompetitionState, player: string): boolean {
  return owner === player || organisers.includes(player)
}

function refused({ code, message }: Refusal): HttpError {
  return code === 'not-invited' ? forbidden(message) : conflict(message)
}
