import { BroadcastChannel } from 'node:worker_threads'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { z } from 'zod'
import type { Offsets } from './ledger.ts'

/** Maximum size of the events that wait to be taken, bytes. Beyond it they are read from the ledger. */
const maxWaitingBytes = 4 * 1024 * 1024

/**
 * Hands appended events of the topic `events` to the subscribers in this process, which saves them the reading: the
 * bytes are the same. Handed-over events are durable. They may be missing, or arrive twice or in another order, so a
 * subscriber takes only those that continue what it has.
 */
export interface HandOver {
  /** Name of the process in the notifications of its appends, so that its subscribers wait for the hand-over instead. */
  readonly writer: string
  post(events: readonly RecordedEvent[]): void
  /** `onArrived` is called when there may be something to take. */
  receive(onArrived: () => void): HandedOver
  close(): void
}

export interface HandedOver {
  /**
   * Takes up to `max` events that continue `next`. `hasGap`: others are missing between them and the rest, which must be
   * read from the ledger.
   */
  take(next: Offsets, max: number): { readonly events: RecordedEvent[]; readonly hasGap: boolean }
  stop(): void
}

const handedOver = z.array(z.object({ partition: z.int(), offset: z.int(), bytes: z.instanceof(Uint8Array) }))

/** Between the threads of one process. `name` distinguishes systems that share the process. */
export function handOverInProcess(name: string): HandOver {
  const open = () => {
    const channel = new BroadcastChannel(`${name} appended`)
    channel.unref()
    return channel
  }
  let sender: BroadcastChannel | null = null
  return {
    writer: `${name} ${process.pid}`,
    post(events) {
      sender ??= open()
      // Copies, because a message would carry the whole buffer that the bytes are a part of.
      sender.postMessage(events.map((event) => ({ ...event, bytes: new Uint8Array(event.bytes) })))
    },
    receive(onArrived) {
      const { add, take } = createQueue()
      const receiver = open()
      receiver.onmessage = (message) => {
        add(handedOver.parse(message instanceof MessageEvent ? message.data : undefined))
        onArrived()
      }
      return { take, stop: () => receiver.close() }
    },
    close: () => sender?.close(),
  }
}

function createQueue(): Pick<HandedOver, 'take'> & { add(events: readonly RecordedEvent[]): void } {
  let waiting: RecordedEvent[] = []
  let waitingBytes = 0
  let isIncomplete = false
  return {
    add(events) {
      for (const { bytes } of events) waitingBytes += bytes.length
      if (waitingBytes <= maxWaitingBytes) waiting.push(...events)
      else {
        waiting = []
        waitingBytes = 0
        isIncomplete = true
      }
    },
    take(next, max) {
      const after = [...next]
      const events: RecordedEvent[] = []
      let hasGap = isIncomplete
      isIncomplete = false
      let consumed = 0
      for (const event of waiting) {
        const expected = after[event.partition] ?? 0
        hasGap ||= event.offset > expected
        if (hasGap || events.length === max) break
        consumed++
        waitingBytes -= event.bytes.length
        if (event.offset < expected) continue
        after[event.partition] = event.offset + 1
        events.push(event)
      }
      waiting = waiting.slice(consumed)
      return { events, hasGap }
    },
  }
}
