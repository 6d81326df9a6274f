import {
  getCompetition,
  getCompetitionPlayer,
  getCompetitionRace,
  getCompetitionStandings,
  listCompetitions,
} from '@stepledger/contracts/http/competitions.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { ReadPage } from '../read-page.ts'
import { tag } from '../tags.ts'
import { competitionListPage } from './competition-list-page.ts'
import { competitionPage } from './competition-page.ts'
import { competitionPlayerPage } from './competition-player-page.ts'
import { competitionRacePage } from './competition-race-page.ts'
import { competitionStandingsPage } from './competition-standings-page.ts'

const missing = 'Event not found'
const missingRound = 'Event or round not found'

/** Serves reads of competitions. */
export function serveCompetitions(app: FastifyInstance, readPage: ReadPage): void {
  serve(app, listCompetitions, ({ request }) =>
    readPage(request, {
      path: 'events',
      about: [tag.events],
      missing,
      page: competitionListPage,
      question: null,
    }),
  )
  serve(app, getCompetition, ({ request, params: { slug } }) =>
    readPage(request, {
      path: `event ${slug}`,
      about: [tag.event(slug)],
      missing,
      page: competitionPage,
      question: slug,
    }),
  )
  serve(app, getCompetitionStandings, ({ request, params: { slug }, query: { round, leaderboard, page } }) =>
    readPage(request, {
      path: `event standings ${slug} ${round} ${page} ${leaderboard ?? ''}`,
      about: [tag.event(slug)],
      missing: missingRound,
      page: competitionStandingsPage,
      question: { slug, round, leaderboard, page },
    }),
  )
  serve(app, getCompetitionPlayer, ({ request, params: { slug, id } }) =>
    readPage(request, {
      path: `event player ${slug} ${id}`,
      about: [tag.event(slug)],
      missing: 'Event or player not found',
      page: competitionPlayerPage,
      question: { slug, player: id },
    }),
  )
  serve(app, getCompetitionRace, ({ request, params: { slug }, query: { round, leaderboard, player } }) =>
    readPage(request, {
      path: `event race ${slug} ${round} ${player ?? ''} ${leaderboard ?? ''}`,
      about: [tag.event(slug)],
      missing: missingRound,
      page: competitionRacePage,
      question: { slug, round, leaderboard, player },
    }),
  )
}
