import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import {
  closeCode,
  maxFrames,
  maxFramesSeconds,
  type ServerMessage,
} from '@stepledger/contracts/push/messages.ts'
import type { LiveCounts } from '../query-metrics.ts'
import { type MessageHandlerDeps, messageHandler } from './message-handler.ts'
import type { Schedule } from './scheduler.ts'
import { sendBuffer } from './send-buffer.ts'

/** A page that follows topics. Once closed, it follows none and receives nothing more. */
export interface Connection {
  /** Sends a message as JSON in UTF-8. Connections share the buffer, so it must not be modified. */
  send(message: Buffer): void
  /** Sends a message that only this player may get, if the connection is signed in as that player. */
  sendToPlayer(player: string, message: Buffer): Promise<void>
  /** Sends a message of the topic `ops` if the caller still has the permission. */
  sendToOperator(message: Buffer): Promise<void>
  /** Sends a ping; terminates the connection when the previous ping was not answered. */
  ping(): void
  /** Closes it, so that the page reconnects and fetches again. */
  end(code: number, reason: string): void
}

interface Origin {
  readonly tcpSocket: Socket
  /** Key of the rate limit. */
  readonly address: string
}

/** Dependencies shared by all connections. */
interface LiveParts extends MessageHandlerDeps<Connection> {
  readonly counts: LiveCounts
  readonly schedule: Schedule
}

const encode = (message: ServerMessage) => Buffer.from(JSON.stringify(message))

/**
 * Handles a new socket: reads its messages, maintains its subscriptions, and closes it when it reads too slowly, sends
 * too much or does not answer pings.
 */
export function connect(socket: WebSocket, { tcpSocket, address }: Origin, parts: LiveParts): Connection {
  const { counts, schedule } = parts
  let closed = false
  let alive = true

  const release = () => {
    if (closed) return
    closed = true
    handler.release()
  }
  const terminate = () => {
    release()
    socket.terminate()
  }
  const out = sendBuffer({
    socket,
    tcpSocket,
    schedule,
    onSent: counts.sent,
    onFull(unsent) {
      counts.dropped(unsent)
      terminate()
    },
  })
  const connection: Connection = {
    send: out.send,
    async sendToPlayer(player, message) {
      if ((await handler.isSignedInAs(player)) && !closed) out.send(message)
    },
    async sendToOperator(message) {
      if ((await handler.keepsFollowingOps()) && !closed) out.send(message)
    },
    ping() {
      if (!alive) return terminate()
      alive = false
      socket.ping()
    },
    end(code, reason) {
      release()
      out.flush()
      socket.close(code, reason)
    },
  }
  const sendNow = (message: ServerMessage) => {
    if (closed) return
    out.send(encode(message))
    out.flush()
  }
  const handler = messageHandler(parts, { connection, address, send: sendNow, isClosed: () => closed })

  // Messages are handled sequentially.
  let handled: Promise<void> = Promise.resolve()
  let unhandled = 0
  let frames = 0
  let since = performance.now()
  /** Counts a frame and closes a connection above the limit. Unhandled messages carry over to the next period. */
  const exceedsFrameLimit = () => {
    if (performance.now() - since >= maxFramesSeconds * 1000) {
      since = performance.now()
      frames = unhandled
    }
    frames += 1
    if (frames <= maxFrames) return false
    connection.end(closeCode.policyViolation, 'too many messages')
    socket.pause()
    return true
  }
  socket.on('message', (data, isBinary) => {
    if (closed || exceedsFrameLimit()) return
    if (isBinary) return connection.end(closeCode.unsupported, 'messages are text')
    unhandled += 1
    handled = handled
      .then(() => handler.handle(data.toString()))
      .catch(() => sendNow({ type: 'error', error: 'The server could not handle this message' }))
      .finally(() => {
        unhandled -= 1
      })
  })
  socket.on('ping', () => void (closed || exceedsFrameLimit()))
  socket.on('pong', () => {
    alive = true
    if (!closed) exceedsFrameLimit()
  })
  socket.on('close', release)
  return connection
}
