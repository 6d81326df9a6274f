import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'

type Phase = 'before' | 'running' | 'over' | 'closed'

/** `now`: ms since 1970. */
export function phaseOf({ document, closed }: CompetitionState, now: number): Phase {
  const { start, end } = timesOf(document)
  if (closed) return 'closed'
  if (now < start) return 'before'
  return now < end ? 'running' : 'over'
}
