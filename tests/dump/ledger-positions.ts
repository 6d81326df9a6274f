import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { hashOf } from '@stepledger/services/operator/dump/dump-folder.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'

/** Columns that name positions. */
const positions = ['partition', 'offset', 'withdrawal_offset', 'from_offset', 'until_offset']

/** Hashes of the events of each key, in their order; of those that name positions their types. */
export async function eventsByKey(ledger: Ledger, topic: Topic): Promise<Record<string, string[]>> {
  const events: Record<string, string[]> = {}
  for await (const batch of ledger.read(topic, []))
    for (const { bytes } of batch) {
      const event = decodeEvent(bytes)
      const namesPositions = event?.type === 'LedgerCreated' || event?.type === 'EventClosed'
      const key = event?.key ?? ''
      events[key] = [...(events[key] ?? []), namesPositions ? event.type : hashOf(bytes)]
    }
  return events
}

/** The checkpoints of closed competitions. */
export async function checkpointsOf(ledger: Ledger): Promise<number[][]> {
  const found: number[][] = []
  for await (const batch of ledger.read('rules', []))
    for (const { bytes } of batch) {
      const event = decodeEvent(bytes)
      if (event?.type === 'EventClosed') found.push(event.data.checkpoint)
    }
  return found
}

export async function eventsBefore(ledger: Ledger, checkpoint: readonly number[]): Promise<string[]> {
  const events: string[] = []
  for await (const batch of ledger.read('events', [], { to: checkpoint }))
    for (const { bytes } of batch) events.push(hashOf(bytes))
  return events.sort()
}

/** Rows without positions, those in the states of streams included. */
export function withoutPositions(tables: Record<string, unknown[]>): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows
        .map((row) => Object.entries(row ?? {}).filter(([column]) => !positions.includes(column)))
        .map((row) => JSON.stringify(row, (field, value) => (field === 'offset' ? undefined : value)))
        .sort(),
    ]),
  )
}
