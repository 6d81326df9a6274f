/** Watches for missing signs of life. */
interface Watchdog<Sign extends string> {
  reset(sign: Sign): void
  stop(): void
}

/** Kafka accepts connections but does not respond, or kafkajs hangs. */
export class StuckError extends Error {}

const ticks = 20

/**
 * Calls `onStuck` once, when one of `signs` was not reset for `ms`. Counts timer ticks instead of elapsed time: a pause
 * of this process is one tick, and is not mistaken for the silence of others.
 */
export function watchdog<Sign extends string>(options: {
  readonly signs: readonly Sign[]
  readonly ms: number
  onStuck(sign: Sign): void
}): Watchdog<Sign> {
  const { signs, ms, onStuck } = options
  const silent = new Map(signs.map((sign) => [sign, 0]))
  const timer = setInterval(() => {
    for (const [sign, count] of silent) {
      silent.set(sign, count + 1)
      if (count + 1 < ticks) continue
      clearInterval(timer)
      onStuck(sign)
      return
    }
  }, ms / ticks)
  return {
    reset: (sign) => void silent.set(sign, 0),
    stop: () => clearInterval(timer),
  }
}
