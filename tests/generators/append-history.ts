import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'

/** Appends the events of a history, those of each key in order. */
export async function appendHistory(
  ledger: Ledger,
  partitions: readonly Positioned[][],
): Promise<Position[]> {
  return Promise.all(
    partitions
      .flat()
      .map(({ event }) => ledger.append('events', { key: event.key, bytes: encodeAnyEvent(event) })),
  )
}
