import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { isListed } from '@stepledger/contracts/competition/competition.ts'
import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { takesPart } from '@stepledger/contracts/competition/participation.ts'
import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import { isOfSite } from '@stepledger/contracts/http/default-competition.ts'
import {
  type CompetitionResult,
  competitionsOfPlayerShown,
  getParticipation,
  listOwnCompetitions,
  listParticipants,
  listPlayerResults,
  type OwnCompetition,
  participantsPageSize,
} from '@stepledger/contracts/http/participation.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import {
  competitionsWithPointsOf,
  countWithStatus,
  participationIn,
  participationsOf,
  playersWithStatus,
} from '@stepledger/projections/participation/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { overallPlaceOf, participantsOf } from '@stepledger/projections/standings/ranked-totals.ts'
import { allCompetitions, withShownWords } from '@stepledger/projections/standings/reads.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { forbidden } from '../../platform/http/http-error.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page, QuestionOf } from '../page.ts'
import type { ReadOwnPage, ServeOwnPage, ServePage } from '../read-page.ts'
import { tag } from '../tags.ts'
import {
  organisersOf,
  requestedBoard,
  summaryOf,
  tagsOfOrganisers,
  visibleCompetition,
} from './shown-competition.ts'

/** Serves who takes part in competitions. */
export function serveParticipation(
  app: FastifyInstance,
  {
    servePage,
    serveOwnPage,
    readOwnPage,
  }: {
    readonly servePage: ServePage
    readonly serveOwnPage: ServeOwnPage
    readonly readOwnPage: ReadOwnPage
  },
): void {
  serveOwnPage(getParticipation, participationPage)
  serveOwnPage(listOwnCompetitions, ownCompetitionsPage)
  serve(app, listParticipants, ({ caller, params, query, request, reply }) =>
    readOwnPage(request, reply, participantsPage, { ...params, ...query, player: caller.playerId }),
  )
  servePage(listPlayerResults, {
    page: resultsPage,
    about: ({ id }) => tag.player(id),
    missing: 'User not found',
  })
}

const participationPage: Page<
  OwnQuestionOf<typeof getParticipation>,
  z.input<typeof getParticipation.answer>
> = async ({ generation }, { slug, player }) => {
  const row = await visibleCompetition(generation, slug, player)
  if (!row) return null
  const status = await participationIn(generation, slug, player)
  const { access } = row.state.document
  return () => ({ answer: { slug, status, takesPart: takesPart(access, status) }, tags: [] })
}

/** For organisers alone. */
const participantsPage: Page<
  OwnQuestionOf<typeof listParticipants>,
  z.input<typeof listParticipants.answer>
> = async ({ generation }, { slug, status, page, player }) => {
  const row = await visibleCompetition(generation, slug, player)
  if (!row) return null
  if (!organisersOf(row.state).includes(player)) throw forbidden('Only its organisers can see this')
  const total = await countWithStatus(generation, { slug, status })
  const paging = { page, limit: participantsPageSize }
  const found = await playersWithStatus(generation, { slug, status }, fromPage(paging))
  return async ({ players: directory }) => {
    const names = await directory.lookUp(found.map((each) => each.player))
    return {
      answer: {
        players: found.map((each) => ({ user: nameOf(each.player, names), since: isoOf(each.since) })),
        meta: pageMetaOf(paging, total),
      },
      tags: [],
    }
  }
}

const ownCompetitionsPage: Page<
  OwnQuestionOf<typeof listOwnCompetitions>,
  z.input<typeof listOwnCompetitions.answer>
> = async ({ generation }, { player, leaderboard }) => {
  const found = await competitionsOf(generation, player, ({ status, state }) =>
    status === null ? isListed(state) : (status === 'in' || status === 'asked') && !state.hidden,
  )
  return ownCompetitions(generation, found, { player, leaderboard })
}

/** Shows competitions with the overall place of a player. */
export async function ownCompetitions(
  generation: GenerationDb,
  found: readonly Joined[],
  of: { readonly player: string; readonly leaderboard: string | undefined },
) {
  const places: OwnCompetition['place'][] = []
  for (const { state } of found) places.push(await placeIn(generation, state, of))
  return async ({ players }: Pick<QueryDeps, 'players'>) => {
    const now = Date.now()
    const names = await players.lookUp([...new Set(found.flatMap(({ state }) => organisersOf(state)))])
    const events = found.map(({ state, status }, i) => ({
      event: summaryOf(state, names, now),
      status,
      place: itemAt(places, i),
    }))
    return { answer: { events }, tags: [] }
  }
}

/** The places of a player in competitions that are in lists. */
const resultsPage: Page<
  QuestionOf<typeof listPlayerResults>,
  z.input<typeof listPlayerResults.answer>
> = async ({ generation }, { id: player, leaderboard }) => {
  const found = await competitionsOf(
    generation,
    player,
    ({ status, state }) => isListed(state) && (status === null || status === 'in'),
  )
  const results: { state: CompetitionState; place: CompetitionResult['place'] }[] = []
  for (const { state } of found) {
    const place = await placeIn(generation, state, { player, leaderboard })
    if (place) results.push({ state, place })
  }
  const states = results.map(({ state }) => state)
  return async ({ players }) => {
    const now = Date.now()
    const names = await players.lookUp([player, ...states.flatMap(organisersOf)])
    if (!names.has(player)) return null
    return {
      answer: {
        results: results.map(({ state, place }) => ({ event: summaryOf(state, names, now), place })),
      },
      tags: [tag.name(player), tag.events, ...tagsOfOrganisers(states)],
    }
  }
}

/** `status` null: a competition of the site with points of the player. */
export interface Joined {
  readonly state: CompetitionState
  readonly status: ParticipationStatus | null
}

/** Returns the competitions in which a player is anything, with their words, the latest end first. */
export async function competitionsOf(
  generation: GenerationDb,
  player: string,
  isShown: (joined: Joined) => boolean,
): Promise<Joined[]> {
  const statuses = new Map(
    (await participationsOf(generation, player)).map(({ slug, status }) => [slug, status]),
  )
  const withPoints = new Set(await competitionsWithPointsOf(generation, player))
  const rows = (await allCompetitions(generation))
    .filter(({ slug, state }) => {
      const status = statuses.get(slug) ?? null
      // Whoever plays has points in competitions of other players, without having chosen to.
      return (status !== null || (isOfSite(state) && withPoints.has(slug))) && isShown({ state, status })
    })
    .sort((a, b) => timesOf(b.state.document).end - timesOf(a.state.document).end)
    .slice(0, competitionsOfPlayerShown)
  return (await withShownWords(generation, rows)).map(({ slug, state }) => ({
    state,
    status: statuses.get(slug) ?? null,
  }))
}

/** The overall place on the requested board, or else on the first one; null without points. */
async function placeIn(
  generation: GenerationDb,
  { document: { slug, boards } }: CompetitionState,
  { player, leaderboard }: { readonly player: string; readonly leaderboard: string | undefined },
): Promise<CompetitionResult['place'] | null> {
  const board = requestedBoard(boards, leaderboard)
  const place = await overallPlaceOf(generation, { slug, board }, player)
  if (!place) return null
  const participants = await participantsOf(generation, { slug, round: overall, board })
  return { leaderboard: itemAt(boards, board), rank: place.rank, points: place.points, participants }
}
