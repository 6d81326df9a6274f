/** Random numbers in [0, 1), deterministic by seed. */
export type Random = () => number

/** A seeded random source (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An integer from `least` to `most`, both inclusive. */
export function wholeNumber(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

export function oneOf<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/**
 * Normally distributed, mean 0, deviation 1. The sum of twelve uniform numbers is close enough and faster than
 * logarithms.
 */
export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
