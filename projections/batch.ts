import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import { isOfStream } from '@stepledger/contracts/decided-streams.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type {
  ChartSourcesDecided,
  PackProcessed,
  PackRemoved,
  PackRenamed,
  PackUploaded,
  SongProcessed,
} from '@stepledger/contracts/packs/events.ts'
import type { PlayReinstated, PlayWithdrawn } from '@stepledger/contracts/withdrawal/events.ts'
import type { ScoredPlay } from './scoring/score-play.ts'

export interface Positioned<E = AnyEvent> extends Position {
  readonly event: E
}

type PlayData = PlaySubmitted['data']

/** A play as read models store it: without its rows and curves, which only scoring needs. */
export interface PlayHead extends Omit<PlaySubmitted, 'data'> {
  readonly data: Omit<PlayData, 'rows' | 'lifebar' | 'nps' | 'sealed' | 'modifiers'> & {
    readonly rows: Pick<PlayData['rows'], 'count'>
  }
}

/**
 * Drops rows and curves at once: objects that live as long as their batch are copied repeatedly by the garbage
 * collector.
 */
export function headOf(play: PlaySubmitted): PlayHead {
  const { rows, lifebar, nps, sealed, modifiers, ...data } = play.data
  return { ...play, data: { ...data, rows: { count: rows.count } } }
}

/** A play with its score under the generation's rules. */
export interface PlayFact extends Positioned<PlayHead> {
  readonly scored: ScoredPlay
  /** Song second of the last row. */
  readonly end: number
  /** Whether the arrows had a constant speed (CMod); null if the game did not tell. */
  readonly cmod: boolean | null
}

/** An event as decoded for folds (fold/fold.ts). */
export type FoldEvent = PlayFact | Positioned<Exclude<AnyEvent, PlaySubmitted>>

/** The events about packs that read models show. */
export type PackEvent = Positioned<
  PackUploaded | SongProcessed | PackProcessed | PackRenamed | PackRemoved | ChartSourcesDecided
>

/** A play is withdrawn, or a wipe of it is undone. `wipe`: null withdraws it permanently. `by`: null for the latter. */
export interface WithdrawalChange extends Position {
  readonly playId: number
  readonly player: string
  readonly at: number
  readonly wipe: string | null
  readonly by: 'player' | 'operator' | null
  readonly reason: string | null
  readonly reinstates: boolean
}

/** A batch of events grouped by kind, each list in ledger order (which holds per key). */
export interface Batch {
  readonly plays: readonly PlayFact[]
  readonly withdrawals: readonly WithdrawalChange[]
  readonly rivals: readonly (Position & {
    readonly player: string
    readonly rival: string
    readonly at: number
    readonly follows: boolean
  })[]
  readonly participations: readonly (Position & {
    readonly player: string
    readonly slug: string
    readonly at: number
    readonly status: ParticipationStatus
  })[]
  readonly erasures: readonly (Position & { readonly player: string; readonly at: number })[]
  readonly packs: readonly PackEvent[]
  /** The events of streams on which decisions are taken (streams/streams.ts), which are in the other lists too. */
  readonly decisions: readonly Positioned[]
}

export function batchOf(events: readonly FoldEvent[]): Batch {
  const plays: PlayFact[] = []
  const withdrawals: WithdrawalChange[] = []
  const rivals: Batch['rivals'][number][] = []
  const participations: Batch['participations'][number][] = []
  const erasures: Batch['erasures'][number][] = []
  const packs: PackEvent[] = []
  const decisions: Positioned[] = []
  for (const placed of events) {
    if ('scored' in placed) {
      plays.push(placed)
      continue
    }
    const { partition, offset, event } = placed
    const { key: player, at } = event
    if (isOfStream(event)) decisions.push({ partition, offset, event })
    switch (event.type) {
      case 'PlayWithdrawn':
      case 'PlayReinstated':
        withdrawals.push(withdrawalChange({ partition, offset, event }))
        break
      case 'RivalAdded':
        rivals.push({ partition, offset, player, rival: event.data.rivalId, at, follows: true })
        break
      case 'RivalRemoved':
        rivals.push({ partition, offset, player, rival: event.data.rivalId, at, follows: false })
        break
      case 'EventParticipationChanged': {
        const { slug, to: status } = event.data
        participations.push({ partition, offset, player, slug, at, status })
        break
      }
      case 'PlayerErased':
        erasures.push({ partition, offset, player, at })
        break
      case 'PackUploaded':
      case 'SongProcessed':
      case 'PackProcessed':
      case 'PackRenamed':
      case 'PackRemoved':
      case 'ChartSourcesDecided':
        packs.push({ partition, offset, event })
        break
      case 'PackRejected':
      case 'PackOwnerChanged':
        // Ignored: a rejected pack changes no row, and owners are in the streams alone.
        break
      case 'LedgerCreated':
      case 'RulesPublished':
      case 'OperatorActed':
        // Ignored: they define generations, or record who acted, and change no row of one.
        break
      case 'EventAnnounced':
      case 'EventChartsChosen':
      case 'EventWindowChanged':
      case 'EventPointsChanged':
      case 'EventOrganisersChanged':
      case 'EventListingChanged':
      case 'EventPlayTakenOut':
      case 'EventScoresRecorded':
      case 'EventClosed':
        // Ignored: they are in the topic `rules`, which the standings follow separately.
        break
      default:
        event satisfies never
    }
  }
  return { plays, withdrawals, rivals, participations, erasures, packs, decisions }
}

/** Without the plays that follow the erasure of their player, of which the read models have no tombstone yet. */
export function withoutErased(batch: Batch): Batch {
  if (batch.erasures.length === 0) return batch
  const erasedAt = new Map(batch.erasures.toReversed().map(({ player, offset }) => [player, offset]))
  const isKept = ({ event, offset }: PlayFact) =>
    offset < (erasedAt.get(event.key) ?? Number.POSITIVE_INFINITY)
  return { ...batch, plays: batch.plays.filter(isKept) }
}

/** What the event changes about the withdrawal of its play. */
export function withdrawalChange({
  partition,
  offset,
  event,
}: Positioned<PlayWithdrawn | PlayReinstated>): WithdrawalChange {
  const { key: player, at, data } = event
  const { playId, wipe = null } = data
  const { by, reason } = event.type === 'PlayWithdrawn' ? event.data : { by: null, reason: null }
  return { partition, offset, playId, player, at, wipe, by, reason, reinstates: by === null }
}
