import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { ScoredPlay } from './scoring/interpreter.ts'

/** An event with where it lies. */
export interface Placed<E = AnyEvent> extends Position {
  readonly event: E
}

type PlayData = PlaySubmitted['data']

/** What read models keep of a play: without its rows and curves, which its score is made of. */
export interface PlayHead extends Omit<PlaySubmitted, 'data'> {
  readonly data: Omit<PlayData, 'rows' | 'lifebar' | 'nps' | 'sealed' | 'modifiers'> & {
    readonly rows: Pick<PlayData['rows'], 'count'>
  }
}

/** An event as folds read it. */
export type FoldEvent = Exclude<AnyEvent, PlaySubmitted> | PlayHead

/** A play with what it earned under the generation's rules. */
export interface PlayFact extends Placed<PlayHead> {
  readonly scored: ScoredPlay
}

/** A batch of events sorted by what they are about, each list in the order of the ledger (which holds per key). */
export interface Batch {
  readonly plays: readonly PlayFact[]
  readonly withdrawals: readonly (Position & {
    readonly playId: number
    readonly player: string
    readonly at: number
  })[]
  readonly rivals: readonly (Position & {
    readonly player: string
    readonly rival: string
    readonly at: number
    readonly follows: boolean
  })[]
  readonly erasures: readonly (Position & { readonly player: string; readonly at: number })[]
}

/** A kept play that left the boards. */
export interface Gone {
  readonly playId: number
  readonly player: string
  readonly chart: string
}

/** What a batch really changed, told by the plays fold to the folds after it, and by them to whoever pushes. */
export interface Changes {
  /** Plays that are new: neither seen before nor of an erased player. */
  readonly accepted: readonly PlayFact[]
  /** Plays withdrawn just now, not before. */
  readonly withdrawn: readonly Gone[]
  /** Plays deleted because their player was erased, withdrawn ones included. */
  readonly erased: readonly (Gone & { readonly withdrawn: boolean })[]
}

/** Sorts events into a batch, without plays that come after the erasure of their player. `score` is asked once for every play. */
export function batchOf<Play extends PlayHead>(
  events: readonly Placed<Exclude<AnyEvent, PlaySubmitted> | Play>[],
  score: (play: Play) => ScoredPlay,
): Batch {
  const plays: PlayFact[] = []
  const withdrawals: Batch['withdrawals'][number][] = []
  const rivals: Batch['rivals'][number][] = []
  const erasures: Batch['erasures'][number][] = []
  const erased = new Set<string>()
  for (const { partition, offset, event } of events) {
    switch (event.type) {
      case 'PlaySubmitted':
        if (!erased.has(event.key)) plays.push({ partition, offset, event, scored: score(event) })
        break
      case 'PlayWithdrawn':
        withdrawals.push({ partition, offset, playId: event.data.playId, player: event.key, at: event.at })
        break
      case 'RivalAdded':
      case 'RivalRemoved':
        rivals.push({
          partition,
          offset,
          player: event.key,
          rival: event.data.rivalId,
          at: event.at,
          follows: event.type === 'RivalAdded',
        })
        break
      case 'PlayerErased':
        erased.add(event.key)
        erasures.push({ partition, offset, player: event.key, at: event.at })
        break
      case 'LedgerCreated':
      case 'RulesPublished':
        break
    }
  }
  return { plays, withdrawals, rivals, erasures }
}
