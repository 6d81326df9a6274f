interface Ranked {
  readonly rank: number
}

/** Candidate rows of one board. Every list is in board order; a row may occur in several lists. */
export interface Candidates<Row extends Ranked> {
  readonly top: readonly Row[]
  /** Null when the player is not on the board. */
  readonly self: Row | null
  /** The player and the adjacent rows: on each side up to the number of rows of the panel. */
  readonly around: readonly Row[]
  /** At least the best rival and the nearest ones, above and below the player. */
  readonly rivals: readonly Row[]
}

/**
 * Chooses the rows of a panel, in board order, at most `limit`, by this priority: the top 2, the player and both
 * neighbours, the top rival, the nearest rival (the better one of two at equal distance), then the rows nearest to the
 * player. For a player who is not on the board: the top 2, the top rival, then the top of the board.
 */
export function chooseRows<Row extends Ranked>(candidates: Candidates<Row>, limit: number): Row[] {
  const { top, self, around, rivals } = candidates
  const byDistance = self === null ? [...top] : nearestFirst(around, self.rank)
  const byPriority = [
    ...top.slice(0, 2),
    ...(self === null ? [] : byDistance.filter((row) => Math.abs(row.rank - self.rank) <= 1)),
    ...rivals.slice(0, 1),
    ...(self === null ? [] : nearestFirst(rivals, self.rank).slice(0, 1)),
    ...byDistance,
  ]
  const chosen = new Map<number, Row>()
  for (const row of byPriority) if (chosen.size < limit && !chosen.has(row.rank)) chosen.set(row.rank, row)
  return [...chosen.values()].sort((a, b) => a.rank - b.rank)
}

/** Sorts by distance to `rank`; ties by the better rank. */
function nearestFirst<Row extends Ranked>(rows: readonly Row[], rank: number): Row[] {
  return [...rows].sort((a, b) => Math.abs(a.rank - rank) - Math.abs(b.rank - rank) || a.rank - b.rank)
}
