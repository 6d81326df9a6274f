import {
  eventAnnounced,
  eventChartsChosen,
  eventClosed,
  eventListingChanged,
  eventOrganisersChanged,
  eventPlayTakenOut,
  eventPointsChanged,
  eventScoresRecorded,
  eventWindowChanged,
} from '../competition/events.ts'
import { participationChanged } from '../competition/participation-events.ts'
import { playerErased } from '../erasure/events.ts'
import {
  chartSourcesDecided,
  packOwnerChanged,
  packProcessed,
  packRejected,
  packRemoved,
  packRenamed,
  packUploaded,
  songProcessed,
} from '../packs/events.ts'
import { rivalAdded, rivalRemoved } from '../rivals/events.ts'
import { rulesPublished } from '../rules/events.ts'
import { playReinstated, playWithdrawn } from '../withdrawal/events.ts'
import type { EventOf, EventType, LedgerEvent } from './event-type.ts'
import { ledgerCreated } from './ledger-created.ts'
import { operatorActed } from './operator-acted.ts'
import { playSubmitted } from './play-submitted.ts'

/** Every event type of a ledger, by name. */
export const eventTypes = [
  playSubmitted,
  playWithdrawn,
  playReinstated,
  rivalAdded,
  rivalRemoved,
  participationChanged,
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
  eventOrganisersChanged,
  eventListingChanged,
  eventPlayTakenOut,
  eventScoresRecorded,
  eventClosed,
  operatorActed,
] as const

export type AnyEvent = EventOf<(typeof eventTypes)[number]>

const byName = new Map<string, EventType>(eventTypes.map((type) => [type.type, type]))

/** Undefined if this version of the code has none. */
export function eventTypeOf(name: string): EventType | undefined {
  return byName.get(name)
}

type Reader = (event: LedgerEvent) => AnyEvent

const readers = new Map<string, Reader>(eventTypes.map((t): [string, Reader] => [t.type, t.read]))

/** Undefined if this version of the code has none. */
export function readerOf(type: string): Reader | undefined {
  return readers.get(type)
}
