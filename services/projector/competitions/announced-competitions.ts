import {
  type CompetitionState,
  competition,
  competitionChanges,
  latestStates,
} from '@stepledger/contracts/competition/competition.ts'
import PQueue from 'p-queue'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { competitionEvents } from './competition-events.ts'

/** Returns the current state of every competition ever announced, by slug. Reads the whole topic `rules`. */
export async function announcedCompetitions(
  ledger: Pick<Ledger, 'read'>,
): Promise<Map<string, CompetitionState>> {
  const { events } = await competitionEvents(ledger, 0)
  return latestStates(competitionChanges(new Map(), events))
}

/** The streams on which `handle` decides; the key is the slug. Keeps their states, and reads what is new in the ledger. */
export function competitionStreams(ledger: Pick<Ledger, 'read' | 'ends'>) {
  const states = new Map<string, CompetitionState>()
  const inTurn = new PQueue({ concurrency: 1 })
  let next = 0

  async function catchUp(): Promise<void> {
    const [end = 0] = await ledger.ends('rules')
    if (end <= next) return
    const read = await competitionEvents(ledger, next)
    for (const { slug, state } of competitionChanges(states, read.events)) states.set(slug, state)
    next = read.next
  }

  return {
    name: 'competition',
    topic: 'rules',
    decider: competition,
    async read(slugs: readonly string[]) {
      await inTurn.add(catchUp)
      return slugs.map((slug) => states.get(slug) ?? competition.initial)
    },
  } as const
}
