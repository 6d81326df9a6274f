import type { EventOf, EventType } from './event-type.ts'
import { ledgerCreated } from './ledger-created.ts'
import { playSubmitted } from './play-submitted.ts'
import { playWithdrawn } from './play-withdrawn.ts'
import { playerErased } from './player-erased.ts'
import { rivalAdded } from './rival-added.ts'
import { rivalRemoved } from './rival-removed.ts'
import { rulesPublished } from './rules-published.ts'

/** Every event that a ledger may hold, by its type. */
export const eventTypes = [
  playSubmitted,
  playWithdrawn,
  rivalAdded,
  rivalRemoved,
  playerErased,
  ledgerCreated,
  rulesPublished,
] as const

export type AnyEvent = EventOf<(typeof eventTypes)[number]>

const byType = new Map<string, EventType>(eventTypes.map((t) => [t.type, t]))

/** The event type named `type`, or undefined when this version of the code does not know it. */
export function eventTypeNamed(type: string): EventType | undefined {
  return byType.get(type)
}
