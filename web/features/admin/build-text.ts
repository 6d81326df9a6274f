import type { OperatedGeneration } from '@stepledger/contracts/http/operations.ts'
import { countText } from '../../ui/count-text.ts'
import { durationText } from './find-warnings.ts'

/** How far the build of a generation is. `events`: in the ledger. */
export function buildText(
  { folded, step }: Pick<OperatedGeneration, 'folded' | 'step'>,
  events: number,
): string {
  return step
    ? `Making boards and indexes: ${step.name}, for ${durationText(Math.round(step.seconds))}`
    : `${countText(folded)} of ${countText(events)} events`
}
