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
   * From here on nothing is missed; what was pushed before, at the start or while the connection was lost, is not
   * known: fetch.
   */
  readonly onGap: () => void
}

/** What is used of a WebSocket. */
export interface Socket {
  readonly addEventListener: (type: 'open' | 'message' | 'close', listener: (event: Event) => void) => void
  readonly send: (text: string) => void
  readonly close: () => void
}

export interface LiveOptions {
  readonly open: () => Socket
  /** From 0 to 1, to spread the clients that lost the same server. */
  readonly random: () => number
  /** Milliseconds since some moment. */
  readonly now: () => number
  /** Where `online` events arrive: the window. */
  readonly network: EventTarget
  /** Runs what changes many things as one change, so that pages are drawn once. */
  readonly together: (act: () => void) => void
  /** Another generation of the read models is shown; the answer resolves when what is on the screen is of it. */
  readonly onSwitch: (generation: number) => Promise<void>
}

export interface Live {
  /** Follows a topic until the answer is called. */
  readonly follow: (topic: PushTopic, follower: Follower) => () => void
  /**
   * The server could not be reached when it was last tried: pages are as they were, and will be fetched when it is
   * back.
   */
  readonly away: () => boolean
  /** Tells of each change of `away` until the answer is called. */
  readonly watch: (listener: () => void) => () => void
}

/** First and longest wait before another try, and how long an unused connection stays, in ms. */
const firstWait = 500
const longestWait = 30_000
/**
 * A connection that stood so long, ms, was no failure: the next one is tried soon. One that is cut off at once, again
 * and again, is not.
 */
const stood = 10_000
const linger = 5000

/**
 * Messages are passed on at most this often, ms, and at most this many at once; when there were more, pages fetch
 * instead.
 */
const tellEvery = 100
const mostAtOnce = 500

/** One websocket for the whole app, open while a topic is followed; it reconnects with growing waits. */
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
    for (const tell of watchers) tell()
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
      // A connection that breaks is quietly made again; only one that can't be made is worth a word.
      setAway(!opened && followers.size > 0)
      if (opened && now() - openedAt >= stood) wait = firstWait
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
  /** What came while a switch is under way: it must not land among what is of the generation before. */
  let held: ServerMessage[] | null = null
  const deliverAll = (messages: readonly ServerMessage[]) => {
    for (const message of messages) {
      if (held) held.push(message)
      else if (message.type === 'switched') holdFor(onSwitch(message.generation))
      else deliver(message)
    }
  }
  const holdFor = (switching: Promise<void>) => {
    held = []
    void switching
      .catch(() => {})
      .then(() => {
        const came = held ?? []
        held = null
        if (came.length > mostAtOnce) overflow()
        else together(() => deliverAll(came))
      })
  }
  const take = createBatcher<ServerMessage>({
    deliver: (messages) => together(() => deliverAll(messages)),
    overflow,
    pause: tellEvery,
    most: mostAtOnce,
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
