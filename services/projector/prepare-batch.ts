import { setImmediate } from 'node:timers/promises'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { ScoredPlay, Scorer } from '@stepledger/projections/scoring/interpreter.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import type { Recorded } from '../platform/ledger/ledger.ts'

/** What can be known of a batch before it is folded. What went wrong is thrown when it is asked for. */
export interface PreparedBatch {
  readonly records: readonly Recorded[]
  /** The nth event; null when it is of a type that this code does not know. Throws NewerEventError, MalformedEventError. */
  eventAt(n: number): AnyEvent | null
  /** What a play of the batch earned. Throws MalformedColumnError. */
  score(play: PlaySubmitted): ScoredPlay
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown }

/** After so many events whoever waits gets a turn: a transaction that is under way beside this. */
const eventsATurn = 25

/** Decodes and scores a batch. */
export async function prepareBatch(records: readonly Recorded[], scorer: Scorer): Promise<PreparedBatch> {
  const events: Outcome<AnyEvent | null>[] = []
  const scores = new Map<PlaySubmitted, Outcome<ScoredPlay>>()
  for (const [i, { bytes }] of records.entries()) {
    if (i % eventsATurn === 0) await setImmediate()
    const event = outcomeOf(() => decodeEvent(bytes))
    events.push(event)
    if (!('value' in event) || event.value?.type !== 'PlaySubmitted') continue
    const play = event.value
    scores.set(
      play,
      outcomeOf(() => scorer.score(playToScore(play.data, null))),
    )
  }
  return {
    records,
    eventAt: (n) => told(events[n]),
    score: (play) => told(scores.get(play)),
  }
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
