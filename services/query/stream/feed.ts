import { heartbeatSeconds, type StreamMessage } from '@stepledger/contracts/stream/messages.ts'
import { formatStreamPosition, type StreamPosition } from '@stepledger/contracts/stream/position.ts'
import type { Moments } from './moments.ts'
import type { NextMessage } from './next-message.ts'

/** One reader of the stream. */
export interface Reader {
  /** When it was given what it has not taken yet, ms by `performance.now()`; null when it took all. */
  waitingSince: number | null
}

interface FeedOptions {
  readonly from: StreamPosition
  readonly start: StreamMessage<'start'>
  readonly next: NextMessage
  readonly moments: Moments
  readonly reader: Reader
  /** Ends the feed. */
  readonly signal: AbortSignal
}

/** After how long a reader comes back, ms: not all of them at once. */
const retry = () => 2_000 + Math.floor(Math.random() * 8_000)

/**
 * What one reader is sent, piece by piece, each when it took the one before: however slow it is, one message waits for
 * it.
 */
export async function* feed(options: FeedOptions): AsyncGenerator<string> {
  const { from, start, next, moments, reader, signal } = options
  let position = from
  let piece: string | null = `retry: ${retry()}\n${framed('start', JSON.stringify(start), from)}`
  while (!signal.aborted) {
    if (piece !== null) {
      reader.waitingSince = performance.now()
      yield piece
      reader.waitingSince = null
    }
    const seen = moments.last()
    const message = await next(position)
    if (message) {
      position = message.position
      piece = framed(message.name, message.data, position)
      continue
    }
    piece = (await moments.after(seen, heartbeatSeconds * 1_000, signal)) ? null : ':\n\n'
  }
}

/** `data` is JSON, and so one line. */
function framed(name: string, data: string, position: StreamPosition): string {
  return `event: ${name}\nid: ${formatStreamPosition(position)}\ndata: ${data}\n\n`
}
