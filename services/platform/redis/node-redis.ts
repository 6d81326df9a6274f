import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { createClient } from 'redis'
import { withDeadline } from '../async/with-deadline.ts'
import type { RedisOptions } from './ioredis.ts'
import { isUnknownScript, type Script } from './script.ts'

// The only file that imports redis; for the reason see docs/decisions.md.

/** Runs read-only scripts. */
export interface RedisReader {
  /** Resolves once Redis responds, or after `ms`. */
  ready(ms: number): Promise<void>
  /**
   * Returns undefined if Redis is or just was unavailable, so that callers use their fallback. Null is the script's
   * result `false`.
   */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
  close(): void
}

/** Cool-down after a failure, ms. */
const cooldownMs = 500

/** Opens a connection in the background that reconnects whenever it is lost. */
export function connectReader({ url, log, name, timeoutMs = 250 }: RedisOptions): RedisReader {
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
  let unavailableUntil = 0
  client.on('error', (error: unknown) => {
    if (!lost) log.warn(`Redis (${name}) is lost: ${errorMessage(error)}`)
    lost = true
  })
  client.on('ready', () => {
    if (lost) log.info(`Redis (${name}) is back`)
    lost = false
  })
  client.connect().catch(() => {})

  const evaluate = async ({ text, hash }: Script, keys: readonly string[], args: readonly string[]) => {
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
      if (!client.isReady || performance.now() < unavailableUntil) return undefined
      try {
        return await withDeadline(timeoutMs, evaluate(script, keys, args), 'a script in Redis')
      } catch (error) {
        unavailableUntil = performance.now() + cooldownMs
        if (client.isReady) log.warn(`Redis (${name}) did not respond: ${String(error)}`)
        return undefined
      }
    },
    close: () => client.destroy(),
  }
}
