import { createListeners } from '../app/state/listeners.ts'
/** The used subset of WebSocket. */
export interface Socket {
  readonly readyState: number
  readonly addEventListener: (type: 'open' | 'message' | 'close', listener: (event: Event) => void) => void
  readonly send: (text: string) => void
  readonly close: () => void
}

export interface SocketOptions {
  readonly open: () => Socket
  /** From 0 to 1, for jitter: spreads reconnecting clients. */
  readonly random: () => number
  /** A monotonic clock, ms. */
  readonly now: () => number
  /** The target of `online` events: the window. */
  readonly network: EventTarget
}

interface SocketUser {
  /** Whether to stay connected. */
  readonly isNeeded: () => boolean
  readonly onOpen: () => void
  readonly onData: (data: unknown) => void
}

export interface ReconnectingSocket {
  readonly connect: () => void
  /** Closes the connection unless it is needed again within `linger`. */
  readonly release: () => void
  /** Replaces the connection, if it is open. */
  readonly reconnect: () => void
  /** Does nothing while the connection is not open. */
  readonly send: (text: string) => void
  /** Whether the last connection attempt failed. */
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
export function createReconnectingSocket(
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
