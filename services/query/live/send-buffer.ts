import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import type { Schedule } from './scheduler.ts'

/** Bytes that may wait for a slow reader. What the kernel took does not count. */
export const maxWaiting = 64 * 1024

/** What is on its way to one reader. */
export interface SendBuffer {
  /** Sends a text (UTF-8) when it is this reader's turn. Readers share the bytes: nobody may change them. */
  send(text: Buffer): void
  /** Sends what waits, unless the reader has not taken what was sent before. */
  flush(): void
}

interface OutboxOptions {
  readonly socket: WebSocket
  /** Beneath `socket`. */
  readonly line: Socket
  readonly soon: Schedule
  readonly onSent: (messages: number) => void
  /** More than `maxWaiting` wait. `unsent`: messages that are given up. */
  readonly onFull: (unsent: number) => void
}

const asText = { binary: false }

/**
 * Keeps one write on its way and all else here. A stream that is destroyed makes an error for each write that waits in
 * it: a thousand slow readers with a hundred messages each would stop the process for seconds.
 */
export function sendBuffer({ socket, line, soon, onSent, onFull }: OutboxOptions): SendBuffer {
  let waiting: Buffer[] = []
  let bytes = 0
  /** Writes that have not ended yet: of those that the line took at once the end comes a moment later. */
  let writing = 0

  const isBusy = () => writing > 0 && socket.bufferedAmount > 0
  const written = () => {
    writing -= 1
    if (waiting.length > 0) soon(flush)
  }
  const take = () => {
    const texts = waiting
    waiting = []
    bytes = 0
    return texts
  }
  const flush = () => {
    if (isBusy() || waiting.length === 0 || socket.readyState !== socket.OPEN) return
    const texts = take()
    const last = texts.length - 1
    writing += 1
    line.cork()
    for (const [i, text] of texts.entries()) socket.send(text, asText, i === last ? written : undefined)
    line.uncork()
    onSent(texts.length)
  }
  const isFull = () => bytes + socket.bufferedAmount > maxWaiting

  return {
    send(text) {
      waiting.push(text)
      bytes += text.length
      // What waits for its turn alone is no fault of the reader's.
      if (isFull()) flush()
      if (isFull()) onFull(take().length)
      else if (!isBusy()) soon(flush)
    },
    flush,
  }
}
