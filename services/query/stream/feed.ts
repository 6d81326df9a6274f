import { heartbeatSeconds, type StreamMessage } from '@stepledger/contracts/stream/messages.ts'
import { formatStreamPosition, type StreamPosition } from '@stepledger/contracts/stream/position.ts'
import type { ChangeSignal } from '../../platform/async/change-signal.ts'
import type { NextMessage } from './next-message.ts'

export interface Reader {
  /** When the pending piece was handed over, ms of `performance.now()`; null when nothing is pending. */
  waitingSince: number | null
}

interface FeedOptions {
  readonly from: StreamPosition
  readonly start: StreamMessage<'start'>
  readonly next: NextMessage
  readonly news: ChangeSignal
  readonly reader: Reader
  /** Ends the feed. */
  readonly signal: AbortSignal
}

/** Reconnection delay of a reader with jitter, ms. */
const retryMs = () => 2_000 + Math.floor(Math.random() * 8_000)

/**
 * Yields the pieces sent to one reader. Each waits until the previous one was consumed (backpressure), so at most one
 * message is buffered for a slow reader.
 */
export async function* feed(options: FeedOptions): AsyncGenerator<string> {
  const { from, start, next, news, reader, signal } = options
  let position = from
  let piece: string | null = `retry: ${retryMs()}\n${framed('start', JSON.stringify(start), from)}`
  while (!signal.aborted) {
    if (piece !== null) {
      reader.waitingSince = performance.now()
      yield piece
      reader.waitingSince = null
    }
    const seen = news.last()
    const message = await next(position)
    if (message) {
      position = message.position
      piece = framed(message.name, message.data, position)
      continue
    }
    piece = (await news.after(seen, heartbeatSeconds * 1_000, signal)) ? null : ':\n\n'
  }
}

/** `data` is JSON without line breaks. */
function framed(name: string, data: string, position: StreamPosition): string {
  return `event: ${name}\nid: ${formatStreamPosition(position)}\ndata: ${data}\n\n`
}
