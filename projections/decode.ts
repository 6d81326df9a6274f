import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { maxRows } from '@stepledger/contracts/play/columns.ts'
import { lastTime } from '@stepledger/contracts/play/unpack-rows.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { FoldEvent, PlayHead } from './batch.ts'
import { playToScore } from './scoring/score-event.ts'
import { compileRules } from './scoring/score-play.ts'

/**
 * Decodes a recorded event and scores it if it is a play. Returns null for an unknown event type.
 * Throws NewerEventError, MalformedEventError or MalformedColumnError when the event cannot be folded.
 */
export type DecodeForFold = (recorded: RecordedEvent) => FoldEvent | null

/** Creates the decoder that the live fold, a build, a retry and `verify` share. */
export function decoder(rules: Rules): DecodeForFold {
  const scorer = compileRules(rules)
  // Scratch buffer for the offsets of a play, reused because plays are scored one at a time.
  const offsets = new Float32Array(maxRows)
  return ({ partition, offset, bytes }) => {
    const event = decodeEvent(bytes)
    if (event?.type !== 'PlaySubmitted') return event && { partition, offset, event }
    const scored = scorer.score(playToScore(event.data, null, offsets))
    return { partition, offset, event: headOf(event), scored, end: lastTime(event.data.rows) }
  }
}

/**
 * Drops rows and curves at once: objects that live as long as their batch are copied repeatedly by the garbage
 * collector.
 */
function headOf(play: PlaySubmitted): PlayHead {
  const { rows, lifebar, nps, sealed, modifiers, ...data } = play.data
  return { ...play, data: { ...data, rows: { count: rows.count } } }
}
