import type { CompetitionList } from '@stepledger/contracts/http/competitions.ts'
import { allCompetitions } from '@stepledger/projections/standings/reads.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { summaryOf } from './shown-competition.ts'

export const competitionListPage: Page<unknown, CompetitionList> = async ({ generation }) => {
  const competitions = await allCompetitions(generation)
  return () => {
    const now = Date.now()
    const events = competitions
      .map(({ state }) => summaryOf(state, now))
      .sort((a, b) => Date.parse(b.start) - Date.parse(a.start))
    return { answer: { events }, tags: [tag.events] }
  }
}
