import {
  type ClientMessage,
  type PushTopic,
  type ServerMessage,
  serverMessage,
} from '@stepledger/contracts/push/messages.ts'
import { createBatcher } from './batcher.ts'

export interface Follower {
  readonly onMessage: (message: ServerMessage) => void
  /**
   * Called when the subscription is (re)established. Messages before this moment may have been missed, so fetch.
   */
  readonly onGap: () => void
}

/** The used subset of WebSocket. */
export interface Socket {
  readonly addEventListener: (type: 'open' | 'message' | 'close', listener: (event: Event) => void) => void
  readonly send: (text: string) => void
  readonly close: () => void
}

export interface LiveOptions {
  readonly open: () => Socket
  /** From 0 to 1, for jitter: spreads reconnecting clients. */
  readonly random: () => number
  /** A monotonic clock, ms. */
  readonly now: () => number
  /** The target of `online` events: the window. */
  readonly network: EventTarget
  /** Batches changes, so that pages render once. */
  readonly together: (act: () => void) => void
  /** Called when the server switches the read models' generation; resolves once the visible data is refetched. */
  readonly onSwitch: (generation: number) => Promise<void>
}

export interface Live {
  /** Subscribes to a topic; the result unsubscribes. */
  readonly follow: (topic: PushTopic, follower: Follower) => () => void
  /** Whether the last connection attempt failed. Pages keep their data and refetch after a reconnect. */
  readonly away: () => boolean
  /** Subscribes to changes of `away`; the result unsubscribes. */
  readonly watch: (listener: () => void) => () => void
}

/** First and longest reconnect back-off, and how long an unused connection stays open, ms. */
const firstWait = 500
const longestWait = 30_000
/** A connection that lived this long, ms, resets the back-off. */
const stableAfter = 10_000
const linger = 5000

/**
 * Backpressure: messages are delivered at most once per `deliveryPause`, ms, and at most `maxBatch` at a time; on
 * overflow pages refetch instead.
 */
const deliveryPause = 100
const maxBatch = 500

/** Opens one WebSocket for the whole app while any topic is followed; reconnects with exponential back-off and jitter. */
export function createLive({ open, random, now, network, together, onSwitch }: LiveOptions): Live {
  const followers = new Map<PushTopic, Set<Follower>>()
  let socket: Socket | null = null
  let opened = false
  let openedAt = 0
  let away = false
  const watchers = new Set<() => void>()
  let wait = firstWait
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = (message: ClientMessage) => {
    if (opened) socket?.send(JSON.stringify(message))
  }

  const setAway = (now: boolean) => {
    if (now === away) return
    away = now
    for (const notify of watchers) notify()
  }

  const connect = () => {
    clearTimeout(timer)
    if (socket !== null || followers.size === 0) return
    const current = open()
    socket = current
    current.addEventListener('open', () => {
      opened = true
      openedAt = now()
      setAway(false)
      if (followers.size > 0) send({ type: 'subscribe', topics: [...followers.keys()] })
    })
    current.addEventListener('message', (event) => {
      const message = parse('data' in event ? event.data : null)
      if (message !== null) take(message)
    })
    current.addEventListener('close', () => {
      if (socket !== current) return
      socket = null
      // A broken connection is reconnected silently; only a failed reconnect is shown.
      setAway(!opened && followers.size > 0)
      if (opened && now() - openedAt >= stableAfter) wait = firstWait
      opened = false
      if (followers.size === 0) return
      timer = setTimeout(connect, wait * (0.5 + random() / 2))
      wait = Math.min(wait * 2, longestWait)
    })
  }

  const deliver = (message: ServerMessage) => {
    if (message.type === 'error' || message.type === 'switched') return
    if (message.type === 'subscribed') {
      for (const each of message.topics.flatMap((topic) => [...(followers.get(topic) ?? [])])) each.onGap()
      return
    }
    for (const each of followers.get(message.topic) ?? []) each.onMessage(message)
  }
  const overflow = () => {
    for (const each of [...followers.values()].flatMap((set) => [...set])) each.onGap()
  }
  /** Messages that arrive during a switch; they are delayed because they belong to the new generation. */
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
  const take = createBatcher<ServerMessage>({
    deliver: (messages) => together(() => deliverAll(messages)),
    overflow,
    pause: deliveryPause,
    limit: maxBatch,
  })

  network.addEventListener('online', () => {
    wait = firstWait
    connect()
  })

  return {
    away: () => away,
    watch: (listener) => {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    follow: (topic, follower) => {
      const set = followers.get(topic) ?? new Set()
      const isNew = set.size === 0
      set.add(follower)
      followers.set(topic, set)
      if (isNew) send({ type: 'subscribe', topics: [topic] })
      connect()
      return () => {
        set.delete(follower)
        if (set.size > 0 || followers.get(topic) !== set) return
        followers.delete(topic)
        send({ type: 'unsubscribe', topics: [topic] })
        if (followers.size > 0) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          if (followers.size > 0) return
          const unused = socket
          socket = null
          opened = false
          unused?.close()
        }, linger)
      }
    },
  }
}

function parse(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  try {
    const read = serverMessage.safeParse(JSON.parse(data))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
