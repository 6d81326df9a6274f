import type { EventList } from '@stepledger/contracts/http/events.ts'
import { allEvents } from '@stepledger/projections/standings/reads.ts'
import type { EventRow } from '@stepledger/projections/standings/tables.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { summaryOf } from './event-shown.ts'

/** All competitions, by descending start. */
export const eventListPage: Page<null, EventRow[], EventList> = {
  find: ({ generation }) => allEvents(generation),

  show(events) {
    const now = Date.now()
    return {
      answer: {
        events: events
          .map(({ state }) => summaryOf(state, now))
          .sort((a, b) => Date.parse(b.start) - Date.parse(a.start)),
      },
      tags: [tag.events],
    }
  },
}
