import { timesOf } from '@stepledger/contracts/rules/event-document.ts'
import type { EventState } from '@stepledger/projections/standings/event-state.ts'

export type Phase = 'before' | 'running' | 'over' | 'closed'

/** `now`: ms since 1970. */
export function phaseOf({ document, closed }: EventState, now: number): Phase {
  const { start, end } = timesOf(document)
  if (closed) return 'closed'
  if (now < start) return 'before'
  return now < end ? 'running' : 'over'
}
