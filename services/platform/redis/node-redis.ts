import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { createClient } from 'redis'
import type { RedisAddress } from './ioredis.ts'
import { isUnknownScript, type Script } from './script.ts'

// The only file that imports redis: docs/decisions says what it is here for.

/** Runs scripts that read. */
export interface RedisReader {
  /** Resolves once Redis answers, or after `ms`. */
  ready(ms: number): Promise<void>
  /**
   * Undefined when Redis is away, or was a moment ago: anyone who asks has another way to go. Null is a script's
   * answer, its `false`.
   */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
  close(): void
}

/** For how long Redis is not asked after it failed, ms. */
const restMs = 500

/** A connection that comes back whenever it is lost. Connects in the background. */
export function connectReader({ url, log, name, patience = 250 }: RedisAddress): RedisReader {
  const client = createClient({
    url,
    name: `stepledger-${name}`,
    disableOfflineQueue: true,
    pingInterval: 10_000,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (tries) => Math.min(1_000, 20 * 2 ** Math.min(tries, 10)),
    },
  })
  let lost = false
  let restUntil = 0
  client.on('error', (error: unknown) => {
    if (!lost) log.warn(`Redis (${name}) is lost: ${errorMessage(error)}`)
    lost = true
  })
  client.on('ready', () => {
    if (lost) log.info(`Redis (${name}) is back`)
    lost = false
  })
  client.connect().catch(() => {})

  const ask = async ({ text, hash }: Script, keys: readonly string[], args: readonly string[]) => {
    const given = { keys: [...keys], arguments: [...args] }
    try {
      return await client.evalSha(hash, given)
    } catch (error) {
      if (isUnknownScript(error)) return client.eval(text, given)
      throw error
    }
  }
  return {
    ready(ms) {
      if (client.isReady) return Promise.resolve()
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timeout)
          client.off('ready', settle)
          resolve()
        }
        const timeout = setTimeout(settle, ms)
        client.once('ready', settle)
      })
    },
    async run(script, keys, args) {
      if (!client.isReady || performance.now() < restUntil) return undefined
      try {
        return await inTime(ask(script, keys, args), patience)
      } catch (error) {
        restUntil = performance.now() + restMs
        if (client.isReady) log.warn(`Redis (${name}) did not answer: ${String(error)}`)
        return undefined
      }
    },
    close: () => client.destroy(),
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timeout)
  }
}
