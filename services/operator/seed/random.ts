export type Random = ReturnType<typeof seededRandom>

/** xorshift32, seeded by all of the numbers. */
export function seededRandom(...seeds: readonly number[]) {
  let state = initialState(seeds)
  const bits = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  const share = () => bits() / 2 ** 32
  const below = (limit: number) => Math.floor(share() * limit)
  return {
    /** Returns an unsigned 32-bit integer. */
    bits,
    /** Returns a number from 0 (inclusive) to 1 (exclusive). */
    share,
    /** Returns an integer from 0 (inclusive) to `limit` (exclusive). */
    below,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
  }
}

/** Finalizer of MurmurHash3 over each seed. Never 0, which is a fixed point of xorshift. */
function initialState(seeds: readonly number[]): number {
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

/** Returns a standard normal number for 12 random bits, from a table, because a play needs hundreds of them. */
export function normalOf(bits: number): number {
  return normals[bits & 0xfff] ?? 0
}

function normalTable(size: number): Float64Array {
  const { share } = seededRandom(20_240_229)
  return Float64Array.from(
    { length: size },
    () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
  )
}

/** Returns a generator of Zipf-distributed integers from 0 to `count` - 1: n has a weight of (n + 1) ** -`exponent`. */
export function zipf(count: number, exponent: number): (random: Random) => number {
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
