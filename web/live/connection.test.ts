import type { ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBatcher, createLive, type LiveOptions, type Socket } from './connection.ts'

/** The server's end of a connection: records messages and emits events. */
function server() {
  const sockets: (EventTarget & Socket & { sent: string[]; closed: boolean })[] = []
  const open = () => {
    const sent: string[] = []
    const socket = Object.assign(new EventTarget(), {
      sent,
      closed: false,
      readyState: 1,
      send: (text: string) => void sent.push(text),
      close: () => {
        socket.closed = true
        socket.dispatchEvent(new Event('close'))
      },
    })
    sockets.push(socket)
    return socket
  }
  const last = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('nobody connected')
    return socket
  }
  const say = (message: unknown) =>
    last().dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }))
  return { sockets, open, last, say, accept: () => last().dispatchEvent(new Event('open')) }
}

function follower() {
  const told: ServerMessage['type'][] = []
  let gaps = 0
  return {
    told,
    gaps: () => gaps,
    onMessage: (message: ServerMessage) => void told.push(message.type),
    onGap: () => void gaps++,
  }
}

/** A live connection to this end, without jitter. */
function liveAt({ open }: ReturnType<typeof server>, other: Partial<LiveOptions> = {}) {
  return createLive({
    open,
    random: () => 1,
    now: () => performance.now(),
    network: new EventTarget(),
    token: () => null,
    together: (act) => act(),
    onSwitch: async () => {},
    ...other,
  })
}

const changed = (topic: string) => ({ type: 'changed', topic, generation: null })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the live connection', () => {
  it('opens for the first follower and subscribes to all topics', () => {
    const end = server()
    const live = liveAt(end)
    live.follow('home', follower())
    end.accept()
    live.follow('home', follower())
    live.follow('ops', follower())
    expect(end.sockets.length).toBe(1)
    expect(end.last().sent.map((text) => JSON.parse(text).topics)).toEqual([['home'], ['ops']])
  })

  it('authenticates each connection once, and subscribes to the topic of operators apart from others', () => {
    const end = server()
    const live = liveAt(end, { token: () => 't1' })
    live.follow('home', follower())
    end.accept()
    const [home, hello, ops] = [
      { type: 'subscribe', topics: ['home'] },
      { type: 'hello', token: 't1' },
      { type: 'subscribe', topics: ['ops'] },
    ]
    const sent = () => end.last().sent.map((text) => JSON.parse(text))
    expect(sent()).toEqual([hello, home])
    live.follow('ops', follower())()
    live.follow('ops', follower())
    expect(sent()).toEqual([hello, home, ops, { type: 'unsubscribe', topics: ['ops'] }, ops])
    end.last().dispatchEvent(new Event('close'))
    vi.advanceTimersByTime(500)
    end.accept()
    expect(sent()).toEqual([hello, home, ops])
  })

  it('sends nothing while the connection is closing: the next one subscribes to everything', () => {
    const end = server()
    const live = liveAt(end)
    live.follow('home', follower())
    end.accept()
    Object.assign(end.last(), { readyState: 2 })
    live.follow('packs', follower())
    expect(end.last().sent.map((text) => JSON.parse(text).topics)).toEqual([['home']])
  })

  it('authenticates after a sign-in, and reconnects after a sign-in as somebody else', () => {
    const end = server()
    let token: string | null = null
    const live = liveAt(end, { token: () => token })
    const sent = () => end.last().sent.map((text) => JSON.parse(text))
    live.follow('home', follower())
    end.accept()
    token = 't1'
    live.follow('packs', follower())
    expect(sent()).toEqual([
      { type: 'subscribe', topics: ['home'] },
      { type: 'hello', token: 't1' },
      { type: 'subscribe', topics: ['packs'] },
    ])
    token = 't2'
    live.follow('rules', follower())
    vi.advanceTimersByTime(500)
    end.accept()
    expect(end.sockets.length).toBe(2)
    expect(sent()).toEqual([
      { type: 'hello', token: 't2' },
      { type: 'subscribe', topics: ['home', 'packs', 'rules'] },
    ])
  })

  it('delivers messages to the followers of their topic and ignores unknown ones', () => {
    const end = server()
    const live = liveAt(end)
    const [home, ops] = [follower(), follower()]
    live.follow('home', home)
    live.follow('ops', ops)
    end.accept()
    end.say(changed('home'))
    end.say({ type: 'news', topic: 'home' })
    end.say('no message')
    expect([home.told, ops.told]).toEqual([['changed'], []])
  })

  it('delays messages during a switch and delivers them in order afterwards', async () => {
    const end = server()
    const switched: number[] = []
    let shown = () => {}
    const live = liveAt(end, {
      onSwitch: (generation) => {
        switched.push(generation)
        return new Promise((resolve) => {
          shown = resolve
        })
      },
    })
    const home = follower()
    live.follow('home', home)
    end.accept()
    end.say({ type: 'switched', generation: 2 })
    end.say(changed('home'))
    end.say({ type: 'subscribed', topics: ['home'] })
    vi.advanceTimersByTime(1000)
    expect([switched, home.told, home.gaps()]).toEqual([[2], [], 0])
    shown()
    await vi.advanceTimersByTimeAsync(0)
    expect([home.told, home.gaps()]).toEqual([['changed'], 1])
  })

  it('reports gaps to the followers of each topic', () => {
    const end = server()
    const live = liveAt(end)
    const [home, ops] = [follower(), follower()]
    live.follow('home', home)
    live.follow('ops', ops)
    end.accept()
    expect([home.gaps(), ops.gaps()]).toEqual([0, 0])
    end.say({ type: 'subscribed', topics: ['home'] })
    expect([home.gaps(), ops.gaps()]).toEqual([1, 0])
  })

  it('is away while reconnecting fails, not when a connection breaks', () => {
    const end = server()
    const live = liveAt(end)
    const told: boolean[] = []
    live.watch(() => told.push(live.away()))
    live.follow('home', follower())
    end.accept()
    end.last().dispatchEvent(new Event('close'))
    expect([live.away(), told]).toEqual([false, []])
    vi.advanceTimersByTime(500)
    end.last().dispatchEvent(new Event('close'))
    vi.advanceTimersByTime(1000)
    end.last().dispatchEvent(new Event('close'))
    expect([live.away(), told]).toEqual([true, [true]])
    vi.advanceTimersByTime(2000)
    end.accept()
    expect([live.away(), told]).toEqual([false, [true, false]])
  })

  it('reconnects, resubscribes and reports a gap', () => {
    const end = server()
    const live = liveAt(end)
    const home = follower()
    live.follow('home', home)
    end.accept()
    end.say({ type: 'subscribed', topics: ['home'] })
    expect(home.gaps()).toBe(1)
    end.last().dispatchEvent(new Event('close'))
    vi.advanceTimersByTime(500)
    end.accept()
    end.say({ type: 'subscribed', topics: ['home'] })
    expect([end.sockets.length, home.gaps(), end.last().sent.length]).toEqual([2, 2, 1])
  })

  it('backs off up to 30 s while the server is unreachable, and reconnects at once when the network is back', () => {
    const end = server()
    const network = new EventTarget()
    const live = liveAt(end, { network })
    live.follow('home', follower())
    const waits = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
    for (const wait of waits) {
      const before = end.sockets.length
      end.last().dispatchEvent(new Event('close'))
      vi.advanceTimersByTime(wait - 1)
      expect(end.sockets.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(end.sockets.length).toBe(before + 1)
    }
    end.last().dispatchEvent(new Event('close'))
    network.dispatchEvent(new Event('online'))
    expect(end.sockets.length).toBe(waits.length + 2)
  })

  it('backs off after short connections and resets the back-off after a stable one', () => {
    const end = server()
    const live = liveAt(end)
    live.follow('home', follower())
    const waits = [500, 1000, 2000, 4000]
    for (const wait of waits) {
      const before = end.sockets.length
      end.accept()
      vi.advanceTimersByTime(100)
      end.last().dispatchEvent(new Event('close'))
      vi.advanceTimersByTime(wait - 1)
      expect(end.sockets.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(end.sockets.length).toBe(before + 1)
    }
    end.accept()
    vi.advanceTimersByTime(10_000)
    end.last().dispatchEvent(new Event('close'))
    vi.advanceTimersByTime(500)
    expect(end.sockets.length).toBe(waits.length + 2)
  })

  it('closes after a delay without followers, unless a new one subscribes', () => {
    const end = server()
    const live = liveAt(end)
    const leave = live.follow('home', follower())
    end.accept()
    leave()
    vi.advanceTimersByTime(4000)
    const leaveAgain = live.follow('home', follower())
    vi.advanceTimersByTime(60_000)
    expect(end.last().closed).toBe(false)
    leaveAgain()
    vi.advanceTimersByTime(5000)
    expect([end.last().closed, end.sockets.length]).toEqual([true, 1])
  })
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function batching() {
  const delivered: number[][] = []
  let overflows = 0
  const take = createBatcher<number>({
    deliver: (items) => delivered.push([...items]),
    overflow: () => void overflows++,
    pause: 100,
    limit: 5,
  })
  return { take, delivered, overflows: () => overflows }
}

describe('the batcher', () => {
  it('delivers single messages at once', () => {
    const { take, delivered } = batching()
    take(1)
    expect(delivered).toEqual([[1]])
    vi.advanceTimersByTime(1000)
    take(2)
    expect(delivered).toEqual([[1], [2]])
  })

  it('coalesces bursts in order, ten batches a second', () => {
    const { take, delivered } = batching()
    for (const n of [1, 2, 3]) take(n)
    expect(delivered).toEqual([[1]])
    vi.advanceTimersByTime(100)
    take(4)
    expect(delivered).toEqual([[1], [2, 3]])
    vi.advanceTimersByTime(1000)
    expect(delivered).toEqual([[1], [2, 3], [4]])
  })

  it('drops messages on overflow and reports it once', () => {
    const { take, delivered, overflows } = batching()
    for (let n = 0; n < 50; n++) take(n)
    vi.advanceTimersByTime(100)
    expect([delivered, overflows()]).toEqual([[[0]], 1])
    vi.advanceTimersByTime(100)
    take(50)
    expect(delivered).toEqual([[0], [50]])
  })
})
