/** A row of a board, by its rank. */
interface Ranked {
  readonly rank: number
}

/** What a panel may show of one board. Every list is in the order of the board; one row may occur in several. */
export interface Candidates<Row extends Ranked> {
  readonly top: readonly Row[]
  /** Null for a player who is not on the board. */
  readonly self: Row | null
  /** The player with who is next to the player: as many on both sides as the panel has rows, if there are this many. */
  readonly around: readonly Row[]
  /** At least the best rival and the nearest ones, above and below the player. */
  readonly rivals: readonly Row[]
}

/**
 * The rows of a panel, in the order of the board, at most `limit`: the top 2, the player, the ones before and after,
 * the top rival, the nearest rival (of two equally near the better one), then those nearest to the player. Who is not
 * on the board sees the top 2, the top rival, then the top of the board.
 */
export function chooseRows<Row extends Ranked>(candidates: Candidates<Row>, limit: number): Row[] {
  const { top, self, around, rivals } = candidates
  const fromHere = self === null ? [...top] : nearestFirst(around, self.rank)
  const wanted = [
    ...top.slice(0, 2),
    ...(self === null ? [] : fromHere.filter((row) => Math.abs(row.rank - self.rank) <= 1)),
    ...rivals.slice(0, 1),
    ...(self === null ? [] : nearestFirst(rivals, self.rank).slice(0, 1)),
    ...fromHere,
  ]
  const chosen = new Map<number, Row>()
  for (const row of wanted) if (chosen.size < limit && !chosen.has(row.rank)) chosen.set(row.rank, row)
  return [...chosen.values()].sort((a, b) => a.rank - b.rank)
}

/** Of two that are equally near the one with the better rank comes first. */
function nearestFirst<Row extends Ranked>(rows: readonly Row[], rank: number): Row[] {
  return [...rows].sort((a, b) => Math.abs(a.rank - rank) - Math.abs(b.rank - rank) || a.rank - b.rank)
}
