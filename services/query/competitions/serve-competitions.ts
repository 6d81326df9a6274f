import {
  getCompetition,
  getCompetitionPlayer,
  getCompetitionRace,
  getCompetitionStandings,
  listCompetitions,
} from '@stepledger/contracts/http/competitions.ts'
import { paramsAndQuery, type ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { competitionListPage } from './competition-list-page.ts'
import { competitionPage } from './competition-page.ts'
import { competitionPlayerPage } from './competition-player-page.ts'
import { competitionRacePage } from './competition-race-page.ts'
import { competitionStandingsPage } from './competition-standings-page.ts'

/** Serves reads of competitions. */
export function serveCompetitions(servePage: ServePage): void {
  servePage(listCompetitions, { page: competitionListPage, about: () => tag.events }, () => null)
  servePage(
    getCompetition,
    { page: competitionPage, about: tag.event, missing: 'Event not found' },
    ({ params }) => params.slug,
  )
  servePage(
    getCompetitionStandings,
    { page: competitionStandingsPage, about: ofSlug, missing: missingRound },
    paramsAndQuery,
  )
  servePage(
    getCompetitionPlayer,
    { page: competitionPlayerPage, about: ofSlug, missing: 'Event or player not found' },
    ({ params }) => ({ slug: params.slug, player: params.id }),
  )
  servePage(
    getCompetitionRace,
    { page: competitionRacePage, about: ofSlug, missing: missingRound },
    paramsAndQuery,
  )
}

const missingRound = 'Event or round not found'

const ofSlug = ({ slug }: { slug: string }) => tag.event(slug)
