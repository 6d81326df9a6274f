import {
  getEvent,
  getEventPlayer,
  getEventRace,
  getEventStandings,
  listEvents,
} from '@stepledger/contracts/http/events.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { ReadPage } from '../read-page.ts'
import { tag } from '../tags.ts'
import { eventListPage } from './event-list-page.ts'
import { eventPage } from './event-page.ts'
import { eventPlayerPage } from './event-player-page.ts'
import { eventRacePage } from './event-race-page.ts'
import { eventStandingsPage } from './event-standings-page.ts'

const missing = 'Event not found'
const missingRound = 'Event or round not found'

/** Serves reads of competitions. */
export function serveCompetitions(app: FastifyInstance, readPage: ReadPage): void {
  serve(app, listEvents, ({ request }) =>
    readPage(request, {
      path: 'events',
      about: [tag.events],
      missing,
      page: eventListPage,
      question: null,
    }),
  )
  serve(app, getEvent, ({ request, params: { slug } }) =>
    readPage(request, {
      path: `event ${slug}`,
      about: [tag.event(slug)],
      missing,
      page: eventPage,
      question: slug,
    }),
  )
  serve(app, getEventStandings, ({ request, params: { slug }, query: { round, leaderboard, page } }) =>
    readPage(request, {
      path: `event standings ${slug} ${round} ${page} ${leaderboard ?? ''}`,
      about: [tag.event(slug)],
      missing: missingRound,
      page: eventStandingsPage,
      question: { slug, round, leaderboard, page },
    }),
  )
  serve(app, getEventPlayer, ({ request, params: { slug, id } }) =>
    readPage(request, {
      path: `event player ${slug} ${id}`,
      about: [tag.event(slug)],
      missing: 'Event or player not found',
      page: eventPlayerPage,
      question: { slug, player: id },
    }),
  )
  serve(app, getEventRace, ({ request, params: { slug }, query: { round, leaderboard, player } }) =>
    readPage(request, {
      path: `event race ${slug} ${round} ${player ?? ''} ${leaderboard ?? ''}`,
      about: [tag.event(slug)],
      missing: missingRound,
      page: eventRacePage,
      question: { slug, round, leaderboard, player },
    }),
  )
}
