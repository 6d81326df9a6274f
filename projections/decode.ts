import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { maxRows } from '@stepledger/contracts/play/columns.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { FoldEvent, PlayHead } from './batch.ts'
import { compileRules } from './scoring/interpreter.ts'
import { playToScore } from './scoring/score-event.ts'

/**
 * Makes of a recorded event what folds read: decoded, and scored if it is a play. Null for an event of a type that this
 * code does not know. Throws NewerEventError, and MalformedEventError or MalformedColumnError, which say that this
 * event can't be folded.
 */
export type DecodeForFold = (recorded: RecordedEvent) => FoldEvent | null

/** The one way from the ledger to a fold: the running fold, a build, a retry and `verify` all take it. */
export function decoder(rules: Rules): DecodeForFold {
  const scorer = compileRules(rules)
  // Where the offsets of the play lie that is being scored: one at a time.
  const room = new Float32Array(maxRows)
  return ({ partition, offset, bytes }) => {
    const event = decodeEvent(bytes)
    if (event?.type !== 'PlaySubmitted') return event && { partition, offset, event }
    const scored = scorer.score(playToScore(event.data, null, room))
    return { partition, offset, event: headOf(event), scored }
  }
}

/** Rows and curves are let go at once: what lives as long as its batch is copied again and again by the collector. */
function headOf(play: PlaySubmitted): PlayHead {
  const { rows, lifebar, nps, sealed, modifiers, ...data } = play.data
  return { ...play, data: { ...data, rows: { count: rows.count } } }
}
