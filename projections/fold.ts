import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Batch, Changes } from './batch.ts'
import { foldBoards } from './boards/fold.ts'
import { foldCatalogue } from './catalogue/fold.ts'
import { lockShared } from './locks.ts'
import { foldPlayers } from './players/fold.ts'
import { erasedAmong } from './players/tombstones.ts'
import { chartsOfGone } from './plays/charts-of.ts'
import { foldPlays } from './plays/fold.ts'
import type { Queryable } from './queryable.ts'

/** What a fold changed, for those who push and drop pages. */
export interface Folded extends Changes {
  /** Known charts whose title or meter changed. */
  readonly retitled: readonly string[]
}

/**
 * Folds one batch into every read model of the generation in `schema`, in a fixed order, within the caller's transaction. Folds of
 * different partitions commute, and a batch folded twice changes nothing the second time.
 */
export async function fold(tx: Queryable, schema: string, rules: Rules, batch: Batch): Promise<Folded> {
  await lockShared(tx, schema, batch, await chartsOfGone(tx, schema, batch))
  const players = [...new Set(batch.plays.map((play) => play.event.key))]
  const erasedBefore = players.length > 0 ? await erasedAmong(tx, schema, players) : new Set<string>()
  const changes = await foldPlays(tx, schema, batch, erasedBefore)
  const retitled = await foldCatalogue(tx, schema, changes)
  await foldBoards(tx, schema, rules, changes)
  await foldPlayers(tx, schema, batch, changes, retitled)
  return { ...changes, retitled }
}
