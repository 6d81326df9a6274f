import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { textsOf } from './reading.ts'

/** How many events of a run went wrong, and how. */
export interface Verdict {
  /** Acknowledged, and not there. */
  readonly lost: number
  readonly doubled: number
  /** Behind one of the same key that was acknowledged before it, or not one offset after its neighbour. */
  readonly outOfOrder: number
  /** There, and never acknowledged. */
  readonly phantom: number
}

/** Compares the texts that were acknowledged, each once and beginning with its key and a space, with what was read. */
export function verdictOf(acknowledged: readonly string[], read: readonly RecordedEvent[]): Verdict {
  const places = new Map<string, number>()
  const next = new Map<number, number>()
  let doubled = 0
  let outOfOrder = 0
  for (const [place, text] of textsOf(read).entries()) {
    if (places.has(text)) doubled++
    else places.set(text, place)
  }
  for (const { partition, offset } of read) {
    if (offset !== (next.get(partition) ?? 0)) outOfOrder++
    next.set(partition, offset + 1)
  }
  const last = new Map<string, number>()
  let lost = 0
  for (const text of acknowledged) {
    const place = places.get(text)
    if (place === undefined) {
      lost++
      continue
    }
    const [key = ''] = text.split(' ')
    if (place < (last.get(key) ?? -1)) outOfOrder++
    last.set(key, place)
  }
  const known = new Set(acknowledged)
  const phantom = [...places.keys()].filter((text) => !known.has(text)).length
  return { lost, doubled, outOfOrder, phantom }
}
