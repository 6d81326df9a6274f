import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import type { Schedule } from './scheduler.ts'

/** Maximum bytes buffered for a slow reader, excluding the buffers of the kernel. */
export const maxBufferedBytes = 64 * 1024

interface SendBuffer {
  /** Queues a text (UTF-8). Readers share the buffer, so it must not be modified. */
  send(text: Buffer): void
  /** Sends the queued texts, unless the previous write is still in flight. */
  flush(): void
}

interface SendBufferOptions {
  readonly socket: WebSocket
  readonly tcpSocket: Socket
  readonly schedule: Schedule
  readonly onSent: (messages: number) => void
  /** Called when more than `maxBufferedBytes` bytes are buffered. `unsent`: number of messages dropped. */
  readonly onFull: (unsent: number) => void
}

const asText = { binary: false }

/**
 * Keeps one write in flight and buffers the rest. A destroyed stream creates an error for each of its pending writes: a
 * thousand slow readers with a hundred messages each would block the process for seconds.
 */
export function sendBuffer({ socket, tcpSocket, schedule, onSent, onFull }: SendBufferOptions): SendBuffer {
  let waiting: Buffer[] = []
  let bytes = 0
  /** Writes without a callback yet. Even for a write that the socket accepted at once, the callback is deferred. */
  let writing = 0

  const isBusy = () => writing > 0 && socket.bufferedAmount > 0
  const onWritten = () => {
    writing -= 1
    if (waiting.length > 0) schedule(flush)
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
    tcpSocket.cork()
    for (const [i, text] of texts.entries()) socket.send(text, asText, i === last ? onWritten : undefined)
    tcpSocket.uncork()
    onSent(texts.length)
  }
  const isFull = () => bytes + socket.bufferedAmount > maxBufferedBytes

  return {
    send(text) {
      waiting.push(text)
      bytes += text.length
      // The buffer may only be full because the task was not run yet, so flush before giving up.
      if (isFull()) flush()
      if (isFull()) onFull(take().length)
      else if (!isBusy()) schedule(flush)
    },
    flush,
  }
}
