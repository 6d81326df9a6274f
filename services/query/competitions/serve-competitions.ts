import {
  getCompetition,
  getCompetitionPlayer,
  getCompetitionRace,
  getCompetitionStandings,
  listCompetitions,
} from '@stepledger/contracts/http/competitions.ts'
import type { ServePage } from '../serve-page.ts'
import { tag } from '../tags.ts'
import { competitionListPage } from './competition-list-page.ts'
import { competitionPage } from './competition-page.ts'
import { competitionPlayerPage } from './competition-player-page.ts'
import { competitionRacePage } from './competition-race-page.ts'
import { competitionStandingsPage } from './competition-standings-page.ts'

export function serveCompetitions(servePage: ServePage): void {
  const about = ({ slug }: { slug: string }) => tag.event(slug)
  const missing = 'Event or round not found'
  servePage(listCompetitions, { page: competitionListPage, about: () => tag.events })
  servePage(getCompetition, { page: competitionPage, about, missing: 'Event not found' })
  servePage(getCompetitionStandings, { page: competitionStandingsPage, about, missing })
  servePage(getCompetitionPlayer, {
    page: competitionPlayerPage,
    about,
    missing: 'Event or player not found',
  })
  servePage(getCompetitionRace, { page: competitionRacePage, about, missing })
}
