import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { textsOf } from './reading.ts'

/** Numbers of faulty events of a run. */
interface Verdict {
  /** Acknowledged but not stored. */
  readonly lost: number
  readonly doubled: number
  /** Stored before an event of the same key that was acknowledged earlier, or with a gap in the offsets. */
  readonly outOfOrder: number
  /** Stored but never acknowledged. */
  readonly phantom: number
}

/** Compares the acknowledged texts, which are unique and begin with their key and a space, with those read. */
export function verdictOf(acknowledged: readonly string[], read: readonly RecordedEvent[]): Verdict {
  const indexes = new Map<string, number>()
  const next = new Map<number, number>()
  let doubled = 0
  let outOfOrder = 0
  for (const [index, text] of textsOf(read).entries()) {
    if (indexes.has(text)) doubled++
    else indexes.set(text, index)
  }
  for (const { partition, offset } of read) {
    if (offset !== (next.get(partition) ?? 0)) outOfOrder++
    next.set(partition, offset + 1)
  }
  const last = new Map<string, number>()
  let lost = 0
  for (const text of acknowledged) {
    const index = indexes.get(text)
    if (index === undefined) {
      lost++
      continue
    }
    const [key = ''] = text.split(' ')
    if (index < (last.get(key) ?? -1)) outOfOrder++
    last.set(key, index)
  }
  const known = new Set(acknowledged)
  const phantom = [...indexes.keys()].filter((text) => !known.has(text)).length
  return { lost, doubled, outOfOrder, phantom }
}
