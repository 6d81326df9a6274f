import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { bucketOf, rankKey } from '@stepledger/projections/boards/rank-key.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { writeBoards } from '@stepledger/services/platform/rankings/write-boards-in-tests.ts'

/**
 * A player's entry on every board of a chart. `at`: receive time, ms since 1970; by default a minute after the previous
 * entry.
 */
export interface BoardEntryToWrite {
  readonly player: string
  readonly hundredths: number
  readonly at?: number
  readonly grade?: Grade
}

const began = Date.UTC(2026, 0, 1)

/** Writes a board as the fold does, without the plays. Play ids count up from `firstPlay`. */
export async function writeBoard(
  db: Queryable,
  schema: string,
  board: {
    chart: string
    systems: readonly number[]
    entries: readonly BoardEntryToWrite[]
    firstPlay: number
  },
): Promise<void> {
  const { chart, systems, entries, firstPlay } = board
  const set = entries.flatMap(({ player, hundredths, grade, at }, i) => {
    const received = at ?? began + i * 60_000
    return systems.map((system) => ({
      chart,
      system,
      player,
      key: rankKey(hundredths, received),
      play_id: firstPlay + i,
      played_at: received,
      grade: grade ?? 'A',
    }))
  })
  const buckets = entries.flatMap(({ hundredths }) =>
    systems.map((system) => ({ chart, system, bucket: bucketOf(hundredths), players: 1 })),
  )
  const players = [{ chart, players: entries.length }]
  await writeBoards({ tx: db, schema }, [chart], { set, remove: [], buckets, players })
}
