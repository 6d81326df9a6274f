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
import type { Identity } from '../../platform/identity/identity.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveCounts } from '../query-metrics.ts'
import type { ConnectionCount } from './connection-count.ts'
import type { Schedule } from './scheduler.ts'
import { sendBuffer } from './send-buffer.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'

/**
 * One page that follows topics. Once it is gone, for whatever reason, it follows none and nothing more is sent to it.
 */
export interface Connection {
  /** A message as JSON in UTF-8. Readers share the bytes: nobody may change them. */
  send(message: Buffer): void
  /** Asks whether it is still there; ends it when it has not answered the question before. */
  ping(): void
  /** Closes it, so that the page connects and fetches again. */
  end(code: number, reason: string): void
}

/** Where the socket comes from. */
interface Origin {
  /** Beneath the websocket. */
  readonly line: Socket
  /** What its calls are counted under. */
  readonly address: string
}

/** What all connections share. */
export interface LiveParts {
  readonly topics: TopicSubscriptions<Connection, PushTopic>
  readonly identity: Identity
  readonly limits: Limits
  /** Connections of each account. */
  readonly accounts: ConnectionCount
  readonly counts: LiveCounts
  readonly soon: Schedule
}

const encode = (message: ServerMessage) => Buffer.from(JSON.stringify(message))

/**
 * Takes a new socket: reads its messages, keeps its place among the topics, drops it when it is too slow, too loud or
 * gone.
 */
export function connect(socket: WebSocket, { line, address }: Origin, parts: LiveParts): Connection {
  const { topics, identity, limits, accounts, counts, soon } = parts
  let gone = false
  let alive = true
  let greeted = false
  let account: string | null = null
  let session: string | null = null

  const leave = () => {
    if (gone) return
    gone = true
    topics.leaveAll(connection)
    if (account !== null) accounts.free(account)
  }
  const cut = () => {
    leave()
    socket.terminate()
  }
  const out = sendBuffer({
    socket,
    line,
    soon,
    onSent: counts.sent,
    onFull(unsent) {
      counts.dropped(unsent)
      cut()
    },
  })
  const connection: Connection = {
    send: out.send,
    ping() {
      if (!alive) return cut()
      alive = false
      socket.ping()
    },
    end(code, reason) {
      leave()
      out.flush()
      socket.close(code, reason)
    },
  }
  const tell = (message: ServerMessage) => {
    if (gone) return
    out.send(encode(message))
    out.flush()
  }
  const refuse = (error: string) => tell({ type: 'error', error })

  const greet = async (token: string) => {
    if (greeted) return refuse('A connection says hello once')
    greeted = true
    const caller = await identity.identify(token)
    if ((await limits.take('read', caller?.playerId ?? address)) > 0) {
      refuse('Too many requests. Please try again later.')
      return connection.end(closeCode.tryAgainLater, 'too many requests')
    }
    if (gone) return
    if (caller?.by !== 'session') return refuse('Nobody is signed in with this token')
    if (!accounts.take(caller.playerId)) {
      counts.refused('account')
      refuse('Too many connections of this account')
      return connection.end(closeCode.tryAgainLater, 'too many connections')
    }
    account = caller.playerId
    session = token
  }
  // Asked each time: the permission may have been revoked, or the session ended, since the hello.
  const mayOperate = async () => {
    const caller = session === null ? null : await identity.identify(session)
    return caller?.permissions.has('ledger.operate') ?? false
  }
  const subscribe = async (wanted: PushTopic[]) => {
    if (wanted.includes('ops') && !(await mayOperate()))
      return refuse('ops needs the permission ledger.operate')
    if (new Set([...topics.topicsOf(connection), ...wanted]).size > maxTopics) {
      return refuse(`A connection follows at most ${maxTopics} topics`)
    }
    topics.follow(connection, wanted)
    tell({ type: 'subscribed', topics: wanted })
  }
  const handle = async (text: string) => {
    if (gone) return
    const message = clientMessage.safeParse(parseJson(text))
    if (!message.success) return refuse('A message must be hello, subscribe or unsubscribe, as JSON')
    switch (message.data.type) {
      case 'hello':
        return greet(message.data.token)
      case 'subscribe':
        return subscribe(message.data.topics)
      case 'unsubscribe':
        return topics.leave(connection, message.data.topics)
    }
  }

  // One after the other: a subscription to `ops` must see the hello before it.
  let handled: Promise<void> = Promise.resolve()
  let unhandled = 0
  let frames = 0
  let since = performance.now()
  /** Counts a frame; ends who sends too many. What is not handled yet counts on. */
  const isLoud = () => {
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
    if (gone || isLoud()) return
    if (isBinary) return connection.end(closeCode.unsupported, 'messages are text')
    unhandled += 1
    handled = handled
      .then(() => handle(data.toString()))
      .catch(() => refuse('The server could not handle this message'))
      .finally(() => {
        unhandled -= 1
      })
  })
  socket.on('ping', () => void (gone || isLoud()))
  socket.on('pong', () => {
    alive = true
    if (!gone) isLoud()
  })
  socket.on('close', leave)
  return connection
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
