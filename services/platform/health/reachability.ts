import { withDeadline } from '../async/with-deadline.ts'

/** A part that this process uses, such as the database. */
export interface Part {
  /** Its key in metrics and JSON. */
  readonly name: 'database' | 'ledger' | 'redis' | 'storage' | 'mail'
  /** Display name, such as Kafka. */
  readonly product: string
  /** Resolves when it answers. May never settle. */
  readonly check: () => Promise<unknown>
}

/** What a probe found. `silentMs`: time since the last answer; null if it answers now. */
export interface Reached {
  readonly part: Pick<Part, 'name' | 'product'>
  readonly silentMs: number | null
}

export interface Reachability {
  /** Probes all parts concurrently, within `timeoutMs`. Never rejects. */
  probe(): Promise<readonly Reached[]>
  stop(): void
}

interface ReachabilityOptions {
  /** Timeout of a probe, ms. */
  readonly timeoutMs?: number
  /** Interval of the probes without a request, so that the time of the last answer is known; 0: none. */
  readonly everyMs?: number
  /** Monotonic clock, ms. */
  readonly now?: () => number
}

/** Follows whether parts answer. A check that hangs is not repeated until it settles, so that probes do not pile up. */
export function followReachability(
  parts: readonly Part[],
  { timeoutMs = 1_000, everyMs = 0, now = () => performance.now() }: ReachabilityOptions = {},
): Reachability {
  const probes = parts.map((part) => {
    let answeredAt = now()
    let running: Promise<unknown> | null = null
    const check = () => {
      running ??= part
        .check()
        .then(() => {
          answeredAt = now()
        })
        .finally(() => {
          running = null
        })
      return running
    }
    return async (): Promise<Reached> => {
      try {
        await withDeadline(timeoutMs, check(), part.product)
        return { part, silentMs: null }
      } catch {
        return { part, silentMs: now() - answeredAt }
      }
    }
  })
  const probe = () => Promise.all(probes.map((one) => one()))
  const timer = everyMs > 0 ? setInterval(() => void probe(), everyMs) : null
  timer?.unref()
  return {
    probe,
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}

/** "Kafka has not answered for 80 s", for each product that does not answer. Postgres may be several parts. */
export function silenceOf(reached: readonly Reached[]): string[] {
  const longest = new Map<string, number>()
  for (const { part, silentMs } of reached)
    if (silentMs !== null) longest.set(part.product, Math.max(silentMs, longest.get(part.product) ?? 0))
  return [...longest].map(([product, ms]) => `${product} has not answered for ${Math.round(ms / 1000)} s`)
}
