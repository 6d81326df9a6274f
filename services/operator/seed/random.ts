/** A source of chance: the same seeds give the same numbers again. */
export interface Chance {
  /** A whole number of 32 bits, 0 the least. */
  bits(): number
  /** From 0 up to, but not, 1. */
  share(): number
  /** From 0 up to, but not, `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}

/** xorshift32, started from all of the seeds. */
export function chance(...seeds: readonly number[]): Chance {
  let state = mixed(seeds)
  const bits = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  const share = () => bits() / 2 ** 32
  const below = (limit: number) => Math.floor(share() * limit)
  return {
    bits,
    share,
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
  }
}

/** The finish of MurmurHash3 over each seed; never 0, from which xorshift would not come away. */
function mixed(seeds: readonly number[]): number {
  let state = 0x9e3779b9
  for (const seed of seeds) {
    state = Math.imul(state ^ (seed | 0) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b), 0xcc9e2d51)
    state ^= state >>> 16
    state = Math.imul(state, 0x85ebca6b)
    state ^= state >>> 13
    state = Math.imul(state, 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state === 0 ? 1 : state
}

const normals = normalTable(1 << 12)

/** Normally distributed, mean 0, deviation 1, from 12 bits: of a table, since a play needs hundreds of them. */
export function normalOf(bits: number): number {
  return normals[bits & 0xfff] ?? 0
}

function normalTable(size: number): Float64Array {
  const { share } = chance(20_240_229)
  return Float64Array.from(
    { length: size },
    () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
  )
}

/** Picks 0 to `count` - 1, the first ones most often: the nth in proportion to n to the power of -`exponent` (Zipf). */
export function zipf(count: number, exponent: number): (chance: Chance) => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let i = 0; i < count; i++) {
    sum += (i + 1) ** -exponent
    sums[i] = sum
  }
  return ({ share }) => {
    const wanted = share() * sum
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
