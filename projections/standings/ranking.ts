import { itemAt } from '@stepledger/contracts/item-at.ts'

/** Players in a block of a ranking; a page of standings spans at most two blocks. */
export const blockSize = 64

/** Players of a round, or of the whole competition, on one board, best first: their numbers and sums. */
export interface Ranking {
  readonly players: Int32Array
  readonly points: Int32Array
  readonly charts: Int16Array
}

export const noRanking: Ranking = {
  players: new Int32Array(0),
  points: new Int32Array(0),
  charts: new Int16Array(0),
}

/** Upper bound of player numbers, such that points and a number together fit into 53 bits. */
const maxPlayers = 2 ** 21

/** Returns player numbers in the order of their ids, which breaks ties. */
export function byId(ids: readonly string[]): Int32Array {
  if (ids.length > maxPlayers) throw new RangeError('the competition has too many players to rank')
  const order = Array.from(ids, (_, i) => i)
  return Int32Array.from(order.sort((a, b) => (itemAt(ids, a) < itemAt(ids, b) ? -1 : 1)))
}

/**
 * Ranks the players who have a chart. `inOrder`: the result of `byId`. Sorts plain numbers, ten times faster than
 * objects with a comparator.
 */
export function rankPlayers(
  sums: { readonly points: Int32Array; readonly charts: Int16Array },
  inOrder: Int32Array,
): Ranking {
  const keys = new Float64Array(inOrder.length)
  let count = 0
  for (let i = 0; i < inOrder.length; i++) {
    const player = itemAt(inOrder, i)
    if (itemAt(sums.charts, player) > 0) keys[count++] = i - itemAt(sums.points, player) * maxPlayers
  }
  const sorted = keys.subarray(0, count).sort()
  const players = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    const key = itemAt(sorted, i)
    players[i] = itemAt(inOrder, key - Math.floor(key / maxPlayers) * maxPlayers)
  }
  return {
    players,
    points: players.map((player) => itemAt(sums.points, player)),
    charts: Int16Array.from(players, (player) => itemAt(sums.charts, player)),
  }
}

/** Returns the numbers of the blocks, from 0, in which two rankings differ. */
export function changedBlocks(before: Ranking, now: Ranking): number[] {
  const blocks = Math.ceil(Math.max(before.players.length, now.players.length) / blockSize)
  return Array.from({ length: blocks }, (_, block) => block).filter((block) => {
    const [from, to] = [block * blockSize, (block + 1) * blockSize]
    return !(
      isSame(before.players, now.players, from, to) &&
      isSame(before.points, now.points, from, to) &&
      isSame(before.charts, now.charts, from, to)
    )
  })
}

function isSame<T extends Int32Array | Int16Array>(a: T, b: T, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (a[i] !== b[i]) return false
  return true
}
