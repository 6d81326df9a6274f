import type { WebSocket } from '@fastify/websocket'
import {
  clientMessage,
  maxTopics,
  type PushTopic,
  type ServerMessage,
} from '@stepledger/contracts/push/messages.ts'
import type { Identity } from '../../platform/identity/identity.ts'
import type { LiveCounts } from '../query-metrics.ts'
import type { TopicBook } from './topic-book.ts'

/** One page that follows topics. */
export interface Connection {
  send(text: string): void
  ping(): void
  /** Closes it, so that the page connects and fetches again. */
  end(reason: string): void
}

/** Bytes that may wait for a slow reader before it is dropped. */
const maxWaiting = 1024 * 1024

/** Messages that a page may send within ten seconds. */
const maxMessages = 60
const period = 10_000

const policyViolation = 1008
const tryAgainLater = 1013
const goingAway = 1001

/** Takes a new socket: reads its messages, keeps its place in `topics`, drops it when it is too slow, too loud or gone. */
export function connect(
  socket: WebSocket,
  topics: TopicBook<Connection, PushTopic>,
  identity: Identity,
  counts: LiveCounts,
): Connection {
  let alive = true
  let mayOperate = false
  let received = 0
  const recount = setInterval(() => {
    received = 0
  }, period)

  const connection: Connection = {
    send(text) {
      if (socket.bufferedAmount > maxWaiting) {
        counts.dropped()
        return socket.close(tryAgainLater, 'too slow')
      }
      counts.sent()
      socket.send(text)
    },
    ping() {
      if (!alive) return socket.terminate()
      alive = false
      socket.ping()
    },
    end: (reason) => socket.close(goingAway, reason),
  }
  const tell = (message: ServerMessage) => connection.send(JSON.stringify(message))
  const refuse = (error: string) => tell({ type: 'error', error })

  const handle = async (text: string) => {
    const message = clientMessage.safeParse(parseJson(text))
    if (!message.success)
      return refuse('A message must be hello, subscribe or unsubscribe, as the API page describes them')
    switch (message.data.type) {
      case 'hello': {
        const caller = await identity.identify(message.data.token)
        mayOperate = caller?.by === 'session' && caller.permissions.has('ledger.operate')
        return
      }
      case 'unsubscribe':
        return topics.leave(connection, message.data.topics)
      case 'subscribe': {
        const wanted = message.data.topics
        if (wanted.includes('ops') && !mayOperate) return refuse('ops needs the permission ledger.operate')
        if (new Set([...topics.topicsOf(connection), ...wanted]).size > maxTopics) {
          return refuse(`A connection follows at most ${maxTopics} topics`)
        }
        topics.follow(connection, wanted)
        return tell({ type: 'subscribed', topics: wanted })
      }
    }
  }

  // One after the other: a subscription to `ops` must see the hello before it.
  let handled: Promise<void> = Promise.resolve()
  socket.on('message', (data) => {
    received += 1
    if (received > maxMessages) return socket.close(policyViolation, 'too many messages')
    handled = handled
      .then(() => handle(data.toString()))
      .catch(() => refuse('The server could not handle this message'))
  })
  socket.on('pong', () => {
    alive = true
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(recount)
    topics.leaveAll(connection)
  })
  return connection
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
