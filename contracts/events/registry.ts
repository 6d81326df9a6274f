import {
  eventAnnounced,
  eventChartsChosen,
  eventClosed,
  eventPointsChanged,
  eventScoresRecorded,
  eventWindowChanged,
} from '../competition/events.ts'
import { chartSourcesDecided } from './chart-sources-decided.ts'
import type { EventOf, EventType, LedgerEvent } from './event-type.ts'
import { ledgerCreated } from './ledger-created.ts'
import { operatorActed } from './operator-acted.ts'
import { packOwnerChanged } from './pack-owner-changed.ts'
import { packProcessed } from './pack-processed.ts'
import { packRejected } from './pack-rejected.ts'
import { packRemoved } from './pack-removed.ts'
import { packRenamed } from './pack-renamed.ts'
import { packUploaded } from './pack-uploaded.ts'
import { playReinstated } from './play-reinstated.ts'
import { playSubmitted } from './play-submitted.ts'
import { playWithdrawn } from './play-withdrawn.ts'
import { playerErased } from './player-erased.ts'
import { rivalAdded } from './rival-added.ts'
import { rivalRemoved } from './rival-removed.ts'
import { rulesPublished } from './rules-published.ts'
import { songProcessed } from './song-processed.ts'

/** Every event type of a ledger, by name. */
export const eventTypes = [
  playSubmitted,
  playWithdrawn,
  playReinstated,
  rivalAdded,
  rivalRemoved,
  playerErased,
  packUploaded,
  songProcessed,
  packProcessed,
  packRejected,
  packRenamed,
  packRemoved,
  packOwnerChanged,
  chartSourcesDecided,
  ledgerCreated,
  rulesPublished,
  eventAnnounced,
  eventChartsChosen,
  eventWindowChanged,
  eventPointsChanged,
  eventScoresRecorded,
  eventClosed,
  operatorActed,
] as const

export type AnyEvent = EventOf<(typeof eventTypes)[number]>

const byName = new Map<string, EventType>(eventTypes.map((type) => [type.type, type]))

/** Returns the event type of this name; undefined if this version of the code has none. */
export function eventTypeOf(name: string): EventType | undefined {
  return byName.get(name)
}

type Reader = (event: LedgerEvent) => AnyEvent

const readers = new Map<string, Reader>(eventTypes.map((t): [string, Reader] => [t.type, t.read]))

/** Returns the decoder for `type`; undefined if this version of the code has none. */
export function readerOf(type: string): Reader | undefined {
  return readers.get(type)
}
