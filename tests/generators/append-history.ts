import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { ledgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { playWithdrawn } from '@stepledger/contracts/events/play-withdrawn.ts'
import { playerErased } from '@stepledger/contracts/events/player-erased.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { rivalAdded } from '@stepledger/contracts/events/rival-added.ts'
import { rivalRemoved } from '@stepledger/contracts/events/rival-removed.ts'
import { rulesPublished } from '@stepledger/contracts/events/rules-published.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Placed } from '@stepledger/projections/batch.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'

/** Any event as the ledger keeps it. */
export function encodeAny(event: AnyEvent): Buffer {
  switch (event.type) {
    case 'PlaySubmitted':
      return encodeEvent(playSubmitted, event)
    case 'PlayWithdrawn':
      return encodeEvent(playWithdrawn, event)
    case 'RivalAdded':
      return encodeEvent(rivalAdded, event)
    case 'RivalRemoved':
      return encodeEvent(rivalRemoved, event)
    case 'PlayerErased':
      return encodeEvent(playerErased, event)
    case 'LedgerCreated':
      return encodeEvent(ledgerCreated, event)
    case 'RulesPublished':
      return encodeEvent(rulesPublished, event)
  }
}

/** Appends the events of a history, those of each key in their order. */
export async function appendHistory(ledger: Ledger, partitions: readonly Placed[][]): Promise<Position[]> {
  return Promise.all(
    partitions
      .flat()
      .map(({ event }) => ledger.append('events', { key: event.key, bytes: encodeAny(event) })),
  )
}
