import type { CompetitionList } from '@stepledger/contracts/http/competitions.ts'
import { allCompetitions } from '@stepledger/projections/standings/reads.ts'
import type { CompetitionRow } from '@stepledger/projections/standings/tables.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { summaryOf } from './shown-competition.ts'

/** All competitions, by descending start. */
export const competitionListPage: Page<null, CompetitionRow[], CompetitionList> = {
  find: ({ generation }) => allCompetitions(generation),

  show(competitions) {
    const now = Date.now()
    return {
      answer: {
        events: competitions
          .map(({ state }) => summaryOf(state, now))
          .sort((a, b) => Date.parse(b.start) - Date.parse(a.start)),
      },
      tags: [tag.events],
    }
  },
}
