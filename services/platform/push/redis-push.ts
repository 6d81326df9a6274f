import { z } from 'zod'
import type { Log } from '../log/log.ts'
import { closeRedis, connectRedis, redisAnswers } from '../redis/ioredis.ts'
import { type Notice, notice, type Push } from './push.ts'

export interface RedisPushOptions {
  readonly url: string
  /** Before the names of everything in Redis: keeps systems apart that share one. */
  readonly prefix: string
  readonly log: Log
}

/** What goes over the wire: a notice, or that somebody's notices got lost on their way to Redis. */
const message = z.union([notice, z.object({ kind: z.literal('lost') })])

/** Longer ones are no notices of ours. */
const maxChars = 4 * 1024 * 1024

/** How long to wait for Redis at the start, and how often to ask whether the line still holds, ms. */
const patience = 2_000
const askEvery = 5_000

/**
 * Notices between processes, by Redis pub/sub, which forgets what nobody hears. Each subscriber hears (`onLost`) when
 * the line to Redis goes, again when it is back, and when another process could not send a notice. Starts also while
 * Redis is away.
 */
export async function redisPush({ url, prefix, log }: RedisPushOptions): Promise<Push> {
  const channel = `${prefix}:notices`
  const sender = connectRedis({ url, log, name: 'push-out' })
  const receiver = connectRedis({ url, log, name: 'push-in' })
  const subscribers = new Set<{ onNotice: (notice: Notice) => void; onLost: () => void }>()
  let unsent = false
  let hearing = false

  const send = (text: string) => {
    sender.publish(channel, text).catch(() => {
      unsent = true
      // The line may have come back while this one was failing.
      if (sender.status === 'ready') tellUnsent()
    })
  }
  const tellUnsent = () => {
    if (!unsent) return
    unsent = false
    send(JSON.stringify({ kind: 'lost' }))
  }
  const tellLost = () => {
    for (const { onLost } of subscribers) onLost()
  }
  const subscribe = () =>
    receiver.subscribe(channel).then(
      () => {
        hearing = true
        tellLost()
      },
      () => {
        if (receiver.status === 'ready') receiver.disconnect(true)
      },
    )

  sender.on('ready', tellUnsent)
  receiver.on('ready', () => void subscribe())
  receiver.on('close', () => {
    if (hearing) tellLost()
    hearing = false
  })
  receiver.on('message', (_channel: string, text: string) => {
    const read = text.length > maxChars ? null : message.safeParse(parseJson(text)).data
    if (!read) return log.warn('passed over a message in Redis that is no notice')
    if (read.kind === 'lost') return tellLost()
    for (const { onNotice } of subscribers) onNotice(read)
  })
  // A line can be dead without either end knowing.
  const asking = setInterval(() => {
    if (receiver.status === 'ready') receiver.ping().catch(() => receiver.disconnect(true))
  }, askEvery)
  asking.unref()
  const there = await Promise.all([redisAnswers(receiver, patience), redisAnswers(sender, patience)])
  if (there[0]) await subscribe()

  return {
    publish: (message) => send(JSON.stringify(message)),
    subscribe(onNotice, onLost) {
      const subscriber = { onNotice, onLost }
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    async close() {
      clearInterval(asking)
      subscribers.clear()
      await Promise.all([closeRedis(sender), closeRedis(receiver)])
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
