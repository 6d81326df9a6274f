import type { CompetitionCommand, CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { phaseOf, timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import {
  changeOrganisedCompetition,
  draftDocument,
  listOrganisedCompetitions,
  type OrganisersChange,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { FastifyInstance } from 'fastify'
import PQueue from 'p-queue'
import { conflict, HttpError, invalidField } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { digestOf } from '../platform/http/serve-action.ts'
import { type CompetitionChanger, isUnchanged } from './change-competition.ts'
import type { CompetitionsDeps } from './deps.ts'
import { openOf, organiserLimits, type Seal } from './organiser-limits.ts'
import { keepPoster } from './posters.ts'
import { competitionsDatabase } from './tables.ts'

/** Plans compare the standings before and after, so they are made one at a time. */
const maxQueuedPlans = 20

/** Serves the competitions of a player to their organisers. */
export function serveOrganised(
  app: FastifyInstance,
  deps: CompetitionsDeps,
  changer: CompetitionChanger,
): void {
  const { database, streams, players, limits, now } = deps
  const db = competitionsDatabase(database)
  const checks = organiserLimits(deps, changer)
  const plans = new PQueue({ concurrency: 1 })

  serve(app, listOrganisedCompetitions, async ({ caller: { playerId: player } }) => {
    const states = await streams.all()
    const own = states
      .filter(({ owner, organisers }) => owner === player || organisers.includes(player))
      .sort((a, b) => timesOf(b.document).start - timesOf(a.document).start)
    const documents = await changer.shown(own)
    const drafts = await db
      .selectFrom('competitions.drafts')
      .selectAll()
      .where('owner', '=', player)
      .orderBy('created_at')
      .execute()
    const at = now()
    return {
      drafts: drafts.map(({ id, version, document, created_at, updated_at }) => {
        const { slug, name, rounds } = draftDocument.parse(document)
        return {
          id,
          version,
          slug,
          name,
          rounds: rounds.length,
          charts: rounds.reduce((sum, { charts }) => sum + charts.length, 0),
          createdAt: created_at.toISOString(),
          updatedAt: updated_at.toISOString(),
        }
      }),
      events: own.map(({ owner, closed, hidden, pinned }, i) => {
        const document = itemAt(documents, i)
        const { start, end } = timesOf(document)
        return {
          slug: document.slug,
          name: document.name,
          role: owner === player ? ('owner' as const) : ('organiser' as const),
          phase: phaseOf({ start, end }, at),
          final: closed !== null,
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
          access: document.access,
          hidden,
          pinned,
        }
      }),
      limits: {
        events: { max: limits.events, left: Math.max(0, limits.events - openOf(states, player)) },
        drafts: { max: limits.drafts, left: Math.max(0, limits.drafts - drafts.length) },
        rounds: limits.rounds,
        charts: limits.charts,
        days: limits.days,
      },
      cannotPublish: await checks.cannotPublish(player),
    }
  })

  serve(
    app,
    changeOrganisedCompetition,
    async ({ caller: { playerId: player }, params: { slug }, body, reply }) => {
      const { change, reason, dryRun = false, confirms } = body
      if (!dryRun && reason === undefined) throw invalidField('reason', 'reason is required')
      const ended = new AbortController()
      reply.raw.once('close', () => ended.abort())
      const state = await changer.find(slug)
      const seal = await checks.sealer(player)
      const by = { organiser: player, reason: reason === undefined ? null : seal(reason).text }
      const command = { ...(await commandOf(change, { state, seal, player })), limits, by }
      if (plans.size >= maxQueuedPlans)
        throw new HttpError(503, 'The server is busy. Please try again in a moment.', {
          headers: { 'retry-after': '5' },
        })
      const plan = await plans.add(() => changer.planOf(state, [command], { unknown: true, inWords: true }))
      if (reason !== undefined) await changer.namesNone(reason, state, command)
      // Not who moves, which every play may change.
      const digest = digestOf({ version: plan.version, change })
      if (dryRun) return { plan, confirms: digest, done: null }
      if (confirms !== undefined && confirms !== digest)
        throw conflict('This event was changed in the meantime. Look at it again.')
      const { signal } = ended
      const offset = await changer.decide(command, { slug, seen: plan.version, signal })
      return { plan, confirms: digest, done: await changer.settled(offset, signal) }
    },
  )

  /** A name that stays is not sealed again: it is gone with the account of its author. */
  async function changedNames(rounds: readonly string[], state: CompetitionState, seal: Seal) {
    const [before] = await changer.shown([state])
    return rounds.map((name, i) => (name === before?.rounds[i]?.name ? null : seal(name)))
  }

  async function commandOf(
    change: OrganisersChange,
    {
      state,
      seal,
      player,
    }: { readonly state: CompetitionState; readonly seal: Seal; readonly player: string },
  ): Promise<CompetitionCommand> {
    switch (change.type) {
      case 'charts':
        return { type: 'chooseCharts', now: now(), round: change.round, charts: change.charts }
      case 'window': {
        const { type: _, round, ...window } = change
        if (isUnchanged(window))
          throw invalidField('change.start', 'Choose a start, an end or a grace period')
        return { type: 'moveWindow', round, ...window }
      }
      case 'points':
        return { type: 'changePoints', points: change.points }
      case 'organisers': {
        const known = await players.lookUp(change.organisers)
        const missing = change.organisers.find((id) => !known.has(id))
        if (missing !== undefined) throw invalidField('change.organisers', 'There is no such player')
        return { type: 'passOn', organisers: change.organisers }
      }
      case 'rules':
        return { ...change, type: 'changeRules', now: now() }
      case 'poster': {
        const { picture, ...others } = change
        if (typeof picture === 'string') await keepPoster(deps, { player, picture, field: 'change.picture' })
        return {
          ...others,
          type: 'changePoster',
          ...(picture !== undefined && { picture: picture === null ? null : seal(picture) }),
        }
      }
      case 'play':
        return changer.playCommand(state, change, 'change.playId')
      case 'words': {
        const { name, announcement, downloadUrl, rounds } = change
        const { slug } = state.document
        const similar = name === undefined ? null : await checks.similarName(name, slug)
        if (similar !== null) throw invalidField('change.name', `This name ${similar}`)
        return {
          type: 'changeWords',
          words: {
            ...(name !== undefined && { name: seal(name) }),
            ...(announcement !== undefined && { announcement: seal(announcement) }),
            ...(downloadUrl !== undefined && {
              downloadUrl: downloadUrl === null ? null : seal(downloadUrl),
            }),
            ...(rounds !== undefined && { rounds: await changedNames(rounds, state, seal) }),
          },
        }
      }
    }
  }
}
