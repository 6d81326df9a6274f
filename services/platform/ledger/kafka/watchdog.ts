/** Watches over something that should give signs of life. */
export interface Watchdog<Sign extends string> {
  heard(sign: Sign): void
  stop(): void
}

const looks = 20

/**
 * Calls `onStuck` once when one of `signs` has not been heard for `ms`. It counts its own looks, not the clock: a
 * process that was itself held up for long has looked once in that time, and does not take it for the silence of
 * others.
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
      if (count + 1 < looks) continue
      clearInterval(timer)
      onStuck(sign)
      return
    }
  }, ms / looks)
  return {
    heard: (sign) => void silent.set(sign, 0),
    stop: () => clearInterval(timer),
  }
}
