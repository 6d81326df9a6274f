/** Random numbers in [0, 1), deterministic by seed. */
export type Random = () => number

/** A random source (mulberry32), seeded by all of the numbers. */
export function seeded(...seeds: readonly number[]): Random {
  let state = 0
  for (const seed of seeds) state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + seed) >>> 0
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

/** Normally distributed, mean 0, deviation 1. */
export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Returns a generator of Zipf-distributed integers from 0 to `count` - 1: n has a weight of (n + 1) ** -`exponent`. */
export function zipf(count: number, exponent: number): (random: Random) => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let i = 0; i < count; i++) {
    sum += (i + 1) ** -exponent
    sums[i] = sum
  }
  return (random) => {
    const wanted = random() * sum
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) <= wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
