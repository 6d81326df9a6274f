import { parseJson } from '@stepledger/contracts/parse-json.ts'
import {
  type ClientMessage,
  type PushTopic,
  type ServerMessage,
  serverMessage,
} from '@stepledger/contracts/push/messages.ts'
import { createListeners } from '../app/listeners.ts'

interface Follower {
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

/** The used subset of WebSocket. */
export interface Socket {
  readonly readyState: number
  readonly addEventListener: (type: 'open' | 'message' | 'close', listener: (event: Event) => void) => void
  readonly send: (text: string) => void
  readonly close: () => void
}

interface SocketOptions {
  readonly open: () => Socket
  /** From 0 to 1, for jitter: spreads reconnecting clients. */
  readonly random: () => number
  /** A monotonic clock, ms. */
  readonly now: () => number
  /** The target of `online` events: the window. */
  readonly network: EventTarget
}

interface SocketUser {
  readonly isNeeded: () => boolean
  readonly onOpen: () => void
  readonly onData: (data: unknown) => void
}

interface ReconnectingSocket {
  readonly connect: () => void
  /** Closes the connection unless it is needed again within `linger`. */
  readonly release: () => void
  /** Replaces the connection, if it is open. */
  readonly reconnect: () => void
  /** Does nothing while the connection is not open. */
  readonly send: (text: string) => void
  readonly away: () => boolean
  /** Subscribes to changes of `away`; the result unsubscribes. */
  readonly watch: (listener: () => void) => () => void
}

/** `WebSocket.OPEN`. */
const openState = 1
/** First and longest reconnect back-off, and how long an unused connection stays open, ms. */
const firstWait = 500
const longestWait = 30_000
const linger = 5000
/** A connection that lived this long, ms, resets the back-off. */
const stableAfter = 10_000

/** A WebSocket that reconnects with exponential back-off and jitter while it is needed. */
function createReconnectingSocket(
  { open, random, now, network }: SocketOptions,
  { isNeeded, onOpen, onData }: SocketUser,
): ReconnectingSocket {
  let socket: Socket | null = null
  let opened = false
  let openedAt = 0
  let away = false
  let wait = firstWait
  /** Of the next reconnect, or of closing an unused connection. */
  let timer: ReturnType<typeof setTimeout> | undefined
  const { notify, subscribe } = createListeners()

  const setAway = (isAway: boolean) => {
    if (isAway === away) return
    away = isAway
    notify()
  }
  const handleOpen = () => {
    opened = true
    openedAt = now()
    setAway(false)
    onOpen()
  }
  const handleClose = (closed: Socket) => {
    if (socket !== closed) return
    socket = null
    // A broken connection is reconnected silently; only a failed reconnect is shown.
    setAway(!opened && isNeeded())
    if (opened && now() - openedAt >= stableAfter) wait = firstWait
    opened = false
    if (!isNeeded()) return
    timer = setTimeout(connect, wait * (0.5 + random() / 2))
    wait = Math.min(wait * 2, longestWait)
  }
  const connect = () => {
    clearTimeout(timer)
    if (socket !== null || !isNeeded()) return
    const current = open()
    socket = current
    current.addEventListener('open', handleOpen)
    current.addEventListener('message', (event) => onData('data' in event ? event.data : null))
    current.addEventListener('close', () => handleClose(current))
  }
  const closeUnused = () => {
    if (isNeeded()) return
    const unused = socket
    socket = null
    opened = false
    unused?.close()
  }
  network.addEventListener('online', () => {
    wait = firstWait
    connect()
  })

  return {
    connect,
    release: () => {
      clearTimeout(timer)
      timer = setTimeout(closeUnused, linger)
    },
    reconnect: () => {
      if (opened) socket?.close()
    },
    send: (text) => {
      if (opened && socket?.readyState === openState) socket.send(text)
    },
    away: () => away,
    watch: subscribe,
  }
}

interface Options<T> {
  readonly deliver: (items: readonly T[]) => void
  /** Called when more than `limit` items were queued; they were dropped. */
  readonly overflow: () => void
  /** Minimum time between two deliveries, ms. */
  readonly pause: number
  readonly limit: number
}

/**
 * Delivers an item at once when idle, then coalesces further items into one batch per `pause`: a hundred messages a
 * second make ten deliveries.
 */
export function createBatcher<T>({ deliver, overflow, pause, limit }: Options<T>): (item: T) => void {
  let waiting: T[] = []
  let throttled = false
  let overflowed = false
  const flush = () => {
    const items = waiting
    const dropped = overflowed
    waiting = []
    overflowed = false
    throttled = items.length > 0 || dropped
    if (!throttled) return
    setTimeout(flush, pause)
    if (dropped) overflow()
    else deliver(items)
  }
  return (item) => {
    if (waiting.length === limit) {
      waiting = []
      overflowed = true
    }
    if (!overflowed) waiting.push(item)
    if (!throttled) flush()
  }
}
