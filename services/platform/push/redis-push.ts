import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { z } from 'zod'
import type { Log } from '../log/log.ts'
import { closeRedis, connectRedis, redisAnswers } from '../redis/ioredis.ts'
import { type Notice, notice, type Push } from './push.ts'

interface RedisPushOptions {
  readonly url: string
  /** Prefix of all names in Redis: separates systems that share one. */
  readonly prefix: string
  readonly log: Log
}

/** A message: a notice, or `lost` after a process failed to publish. */
const message = z.union([notice, z.object({ kind: z.literal('lost') })])

/** Maximum length of a message. */
const maxLength = 4 * 1024 * 1024

/** Timeout for Redis at the start, and heartbeat interval, ms. */
const connectTimeoutMs = 2_000
const heartbeatMs = 5_000

/**
 * Notices between processes by Redis pub/sub, which does not store messages. `onLost` is called when the connection to
 * Redis is lost, when it is restored, and when another process failed to publish. Starts even if Redis is unavailable.
 */
export async function redisPush({ url, prefix, log }: RedisPushOptions): Promise<Push> {
  const channel = `${prefix}:notices`
  const sender = connectRedis({ url, log, name: 'publish' })
  const receiver = connectRedis({ url, log, name: 'subscribe' })
  const subscribers = new Set<{ onNotice: (notice: Notice) => void; onLost: () => void }>()
  let unsent = false
  let isSubscribed = false

  const publishNotice = (notice: Notice) => {
    sender.publish(channel, JSON.stringify(notice)).then(publishLost, () => {
      unsent = true
      // The connection may have been restored while this publish was failing.
      if (sender.status === 'ready') publishLost()
    })
  }
  /** Not repeated when it fails: Redis may refuse to publish while it answers. */
  const publishLost = () => {
    if (!unsent) return
    unsent = false
    sender.publish(channel, JSON.stringify({ kind: 'lost' })).catch(() => {
      unsent = true
    })
  }
  const notifyLost = () => {
    for (const { onLost } of subscribers) onLost()
  }
  const subscribe = () =>
    receiver.subscribe(channel).then(
      () => {
        isSubscribed = true
        notifyLost()
      },
      () => {
        if (receiver.status === 'ready') receiver.disconnect(true)
      },
    )

  sender.on('ready', publishLost)
  receiver.on('ready', () => void subscribe())
  receiver.on('close', () => {
    if (isSubscribed) notifyLost()
    isSubscribed = false
  })
  receiver.on('message', (_channel: string, text: string) => {
    const read = text.length > maxLength ? null : message.safeParse(parseJson(text)).data
    if (!read) return log.warn('ignored an invalid message in Redis')
    if (read.kind === 'lost') return notifyLost()
    for (const { onNotice } of subscribers) onNotice(read)
  })
  const heartbeat = setInterval(() => {
    if (sender.status === 'ready') publishLost()
    // Detects half-open connections.
    if (receiver.status === 'ready') receiver.ping().catch(() => receiver.disconnect(true))
  }, heartbeatMs)
  heartbeat.unref()
  const connected = await Promise.all([
    redisAnswers(receiver, connectTimeoutMs),
    redisAnswers(sender, connectTimeoutMs),
  ])
  if (connected[0]) await subscribe()

  return {
    publish: publishNotice,
    subscribe(onNotice, onLost) {
      const subscriber = { onNotice, onLost }
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    async close() {
      clearInterval(heartbeat)
      subscribers.clear()
      await Promise.all([closeRedis(sender), closeRedis(receiver)])
    },
  }
}
