import { itemAt } from '@stepledger/contracts/item-at.ts'

/** Players in a block of a ranking: a page of standings lies in two of them at most. */
export const blockSize = 64

/** Players of a round, or of the whole event, in one board, best first: by their numbers, with their sums. */
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

/** Above every number of a player: points and such a number fit into 53 bits. */
const manyPlayers = 2 ** 21

/** Players by number in the order of their ids, which is that of equal points. */
export function byId(ids: readonly string[]): Int32Array {
  if (ids.length > manyPlayers) throw new RangeError('an event has too many players to be ranked')
  const order = Array.from(ids, (_, i) => i)
  return Int32Array.from(order.sort((a, b) => (itemAt(ids, a) < itemAt(ids, b) ? -1 : 1)))
}

/**
 * Ranks who has a chart. `inOrder`: what `byId` gave. Sorts plain numbers: objects with a comparison take ten times as
 * long.
 */
export function rankPlayers(
  sums: { readonly points: Int32Array; readonly charts: Int16Array },
  inOrder: Int32Array,
): Ranking {
  const keys = new Float64Array(inOrder.length)
  let count = 0
  for (let i = 0; i < inOrder.length; i++) {
    const player = itemAt(inOrder, i)
    if (itemAt(sums.charts, player) > 0) keys[count++] = i - itemAt(sums.points, player) * manyPlayers
  }
  const sorted = keys.subarray(0, count).sort()
  const players = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    const key = itemAt(sorted, i)
    players[i] = itemAt(inOrder, key - Math.floor(key / manyPlayers) * manyPlayers)
  }
  return {
    players,
    points: players.map((player) => itemAt(sums.points, player)),
    charts: Int16Array.from(players, (player) => itemAt(sums.charts, player)),
  }
}

/** The blocks of a ranking, from 0 on, in which it differs from another one. */
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
