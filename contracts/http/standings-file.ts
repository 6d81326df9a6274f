import { z } from 'zod'
import { competitionSlug } from '../competition/competition-document.ts'
import { getCompetitionStandings } from './competitions.ts'
import { route } from './route.ts'

/** Maximum rows, so that a file stays within some MB. */
export const maxStandingsRows = 20_000

export const getStandingsFile = route('getEventStandingsFile', 'GET /api/event/:slug/standings.csv', {
  summary: `Standings of an event or one of its rounds on one board as CSV, up to ${maxStandingsRows.toLocaleString('en')} players`,
  params: z.object({ slug: competitionSlug }),
  query: getCompetitionStandings.query.omit({ page: true }),
  answer: z.string(),
  media: 'text/csv',
  errors: [404],
})
