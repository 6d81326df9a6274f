import { parseJson } from '@stepledger/contracts/parse-json.ts'
import {
  type ClientMessage,
  type PushTopic,
  type ServerMessage,
  serverMessage,
} from '@stepledger/contracts/push/messages.ts'
import { createBatcher } from './batcher.ts'
import {
  createReconnectingSocket,
  type ReconnectingSocket,
  type SocketOptions,
} from './reconnecting-socket.ts'

export interface Follower {
  readonly onMessage: (message: ServerMessage) => void
  /**
   * Called when the subscription is (re)established. Messages before this moment may have been missed, so fetch.
   */
  readonly onGap: () => void
}

export interface LiveOptions extends SocketOptions, Pick<DeliveryOptions, 'together' | 'onSwitch'> {
  /** The token of the session; null without one. */
  readonly token: () => string | null
}

/** `away`: the last connection attempt failed. Pages keep their data and refetch after a reconnect. */
export interface Live extends Pick<ReconnectingSocket, 'away' | 'watch'> {
  /** Subscribes to a topic; the result unsubscribes. */
  readonly follow: (topic: PushTopic, follower: Follower) => () => void
}

/** Opens one WebSocket for the whole app while any topic is followed. */
export function createLive(options: LiveOptions): Live {
  const followers = new Map<PushTopic, Set<Follower>>()
  const followersOf = (topics: Iterable<PushTopic>) =>
    [...topics].flatMap((topic) => [...(followers.get(topic) ?? [])])
  const reportGap = (topics: Iterable<PushTopic>) => {
    for (const { onGap } of followersOf(topics)) onGap()
  }

  /** The token of the current connection's `hello`, which is allowed once. */
  let authenticatedBy: string | null = null

  const take = createDelivery({
    ...options,
    deliver: (message) => {
      if (message.type === 'error' || message.type === 'switched') return
      if (message.type === 'subscribed') reportGap(message.topics)
      else for (const { onMessage } of followers.get(message.topic) ?? []) onMessage(message)
    },
    overflow: () => reportGap(followers.keys()),
  })
  const socket = createReconnectingSocket(options, {
    isNeeded: () => followers.size > 0,
    onOpen: () => {
      authenticatedBy = null
      subscribe([...followers.keys()])
    },
    onData: (data) => {
      const message = parse(data)
      if (message !== null) take(message)
    },
  })
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))
  /** Signed in as somebody else since the `hello`, it reconnects. */
  const authenticate = () => {
    const token = options.token()
    if (token === null || token === authenticatedBy) return
    if (authenticatedBy !== null) return socket.reconnect()
    authenticatedBy = token
    send({ type: 'hello', token })
  }
  /** `ops` is requested by itself, as a refusal applies to all topics of the message. */
  const subscribe = (topics: readonly PushTopic[]) => {
    authenticate()
    const open = topics.filter((topic) => topic !== 'ops')
    if (open.length > 0) send({ type: 'subscribe', topics: open })
    if (open.length < topics.length) send({ type: 'subscribe', topics: ['ops'] })
  }

  const leave = (topic: PushTopic, set: Set<Follower>, follower: Follower) => {
    set.delete(follower)
    if (set.size > 0 || followers.get(topic) !== set) return
    followers.delete(topic)
    send({ type: 'unsubscribe', topics: [topic] })
    if (followers.size === 0) socket.release()
  }
  return {
    away: socket.away,
    watch: socket.watch,
    follow: (topic, follower) => {
      const set = followers.get(topic) ?? new Set()
      const isNew = set.size === 0
      set.add(follower)
      followers.set(topic, set)
      if (isNew) subscribe([topic])
      socket.connect()
      return () => leave(topic, set, follower)
    },
  }
}

function parse(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  return serverMessage.safeParse(parseJson(data)).data ?? null
}

interface DeliveryOptions {
  readonly deliver: (message: ServerMessage) => void
  /** Called when messages were dropped. */
  readonly overflow: () => void
  /** Batches changes, so that pages render once. */
  readonly together: (act: () => void) => void
  /** Called when the server switches the read models' generation; resolves once the visible data is refetched. */
  readonly onSwitch: (generation: number) => Promise<void>
}

/**
 * Backpressure: messages are delivered at most once per `deliveryPause`, ms, and at most `maxBatch` at a time; on
 * overflow pages refetch instead.
 */
const deliveryPause = 100
const maxBatch = 500

/** Delivers messages in order and in batches. Those that arrive during a switch belong to the new generation and wait. */
function createDelivery({ deliver, overflow, together, onSwitch }: DeliveryOptions) {
  /** Messages of the new generation; null unless a switch is in progress. */
  let delayed: ServerMessage[] | null = null
  const deliverAll = (messages: readonly ServerMessage[]) => {
    for (const message of messages) {
      if (delayed) delayed.push(message)
      else if (message.type === 'switched') delayUntil(onSwitch(message.generation))
      else deliver(message)
    }
  }
  const delayUntil = (switching: Promise<void>) => {
    delayed = []
    void switching
      .catch(() => {})
      .then(() => {
        const pending = delayed ?? []
        delayed = null
        if (pending.length > maxBatch) overflow()
        else together(() => deliverAll(pending))
      })
  }
  return createBatcher<ServerMessage>({
    deliver: (messages) => together(() => deliverAll(messages)),
    overflow,
    pause: deliveryPause,
    limit: maxBatch,
  })
}
