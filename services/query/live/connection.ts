import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import {
  clientMessage,
  closeCode,
  maxFrames,
  maxFramesSeconds,
  maxTopics,
  type PushTopic,
  type ServerMessage,
} from '@stepledger/contracts/push/messages.ts'
import type { Authentication } from '../../platform/authentication/authentication.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveCounts } from '../query-metrics.ts'
import type { ConnectionCount } from './connection-count.ts'
import type { Schedule } from './scheduler.ts'
import { sendBuffer } from './send-buffer.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'

/** A page that follows topics. Once closed, it follows none and receives nothing more. */
export interface Connection {
  /** Sends a message as JSON in UTF-8. Connections share the buffer, so it must not be modified. */
  send(message: Buffer): void
  /** Sends a ping; terminates the connection when the previous ping was not answered. */
  ping(): void
  /** Closes it, so that the page reconnects and fetches again. */
  end(code: number, reason: string): void
}

interface Origin {
  /** The TCP socket of the WebSocket. */
  readonly tcpSocket: Socket
  /** Key of the rate limit. */
  readonly address: string
}

/** Dependencies shared by all connections. */
interface LiveParts {
  readonly topics: TopicSubscriptions<Connection, PushTopic>
  readonly authentication: Authentication
  readonly limits: Limits
  /** Number of connections by account. */
  readonly accounts: ConnectionCount
  readonly counts: LiveCounts
  readonly schedule: Schedule
}

const encode = (message: ServerMessage) => Buffer.from(JSON.stringify(message))

/**
 * Handles a new socket: reads its messages, maintains its subscriptions, and closes it when it reads too slowly, sends
 * too much or does not answer pings.
 */
export function connect(socket: WebSocket, { tcpSocket, address }: Origin, parts: LiveParts): Connection {
  const { topics, authentication, limits, accounts, counts, schedule } = parts
  let closed = false
  let alive = true
  let hasHello = false
  let account: string | null = null
  let session: string | null = null

  const release = () => {
    if (closed) return
    closed = true
    topics.leaveAll(connection)
    if (account !== null) accounts.free(account)
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
  const refuse = (error: string) => sendNow({ type: 'error', error })

  const hello = async (token: string) => {
    if (hasHello) return refuse('A connection says hello once')
    hasHello = true
    const caller = await authentication.authenticate(token)
    if ((await limits.take('read', caller?.playerId ?? address)) > 0) {
      refuse('Too many requests. Please try again later.')
      return connection.end(closeCode.tryAgainLater, 'too many requests')
    }
    if (closed) return
    if (caller?.by !== 'session') return refuse('Nobody is signed in with this token')
    if (!accounts.take(caller.playerId)) {
      counts.refused('account')
      refuse('Too many connections of this account')
      return connection.end(closeCode.tryAgainLater, 'too many connections')
    }
    account = caller.playerId
    session = token
  }
  // Checked each time: the permission may have been revoked, or the session ended, since the hello.
  const mayOperate = async () => {
    const caller = session === null ? null : await authentication.authenticate(session)
    return caller?.permissions.has('ledger.operate') ?? false
  }
  const subscribe = async (requested: PushTopic[]) => {
    if (requested.includes('ops') && !(await mayOperate()))
      return refuse('ops needs the permission ledger.operate')
    if (new Set([...topics.topicsOf(connection), ...requested]).size > maxTopics) {
      return refuse(`A connection follows at most ${maxTopics} topics`)
    }
    topics.follow(connection, requested)
    sendNow({ type: 'subscribed', topics: requested })
  }
  const handle = async (text: string) => {
    if (closed) return
    const message = clientMessage.safeParse(parseJson(text))
    if (!message.success) return refuse('A message must be hello, subscribe or unsubscribe, as JSON')
    switch (message.data.type) {
      case 'hello':
        return hello(message.data.token)
      case 'subscribe':
        return subscribe(message.data.topics)
      case 'unsubscribe':
        return topics.leave(connection, message.data.topics)
    }
  }

  // Messages are handled sequentially: a subscription to `ops` depends on the hello before it.
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
      .then(() => handle(data.toString()))
      .catch(() => refuse('The server could not handle this message'))
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
