import { setImmediate } from 'node:timers/promises'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { maxRows } from '@stepledger/contracts/play/columns.ts'
import type { FoldEvent, PlayHead } from '@stepledger/projections/batch.ts'
import type { ScoredPlay, Scorer } from '@stepledger/projections/scoring/interpreter.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import type { Recorded } from '../platform/ledger/ledger.ts'

/** What can be known of a batch before it is folded. What went wrong is thrown when it is asked for. */
export interface PreparedBatch {
  readonly records: readonly Recorded[]
  /** The nth event; null when it is of a type that this code does not know. Throws NewerEventError, MalformedEventError. */
  eventAt(n: number): FoldEvent | null
  /** What a play of the batch earned. Throws MalformedColumnError. */
  score(play: PlayHead): ScoredPlay
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown }

/** After so many events whoever waits gets a turn: a transaction that is under way beside this. */
const eventsATurn = 25

/** Decodes and scores a batch. */
export async function prepareBatch(records: readonly Recorded[], scorer: Scorer): Promise<PreparedBatch> {
  const events: Outcome<FoldEvent | null>[] = []
  const scores = new Map<PlayHead, Outcome<ScoredPlay>>()
  for (const [i, { bytes }] of records.entries()) {
    if (i % eventsATurn === 0) await setImmediate()
    const event = outcomeOf(() => decodeEvent(bytes))
    if (!('value' in event) || event.value?.type !== 'PlaySubmitted') {
      events.push(event)
      continue
    }
    const play = event.value
    const head = headOf(play)
    events.push({ value: head })
    scores.set(
      head,
      outcomeOf(() => scorer.score(playToScore(play.data, null, room))),
    )
  }
  return {
    records,
    eventAt: (n) => told(events[n]),
    score: (play) => told(scores.get(play)),
  }
}

/** Where the offsets of the play lie that is being scored: one at a time, whichever batch it is of. */
const room = new Float32Array(maxRows)

/** Rows and curves are let go at once: what lives as long as its batch is copied again and again by the collector. */
function headOf(play: PlaySubmitted): PlayHead {
  const { rows, lifebar, nps, sealed, modifiers, ...data } = play.data
  return { ...play, data: { ...data, rows: { count: rows.count } } }
}

function outcomeOf<T>(make: () => T): Outcome<T> {
  try {
    return { value: make() }
  } catch (error) {
    return { error }
  }
}

function told<T>(outcome: Outcome<T> | undefined): T {
  if (!outcome) throw new RangeError('this is not of the batch')
  if ('error' in outcome) throw outcome.error
  return outcome.value
}
