import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { addPlays } from './add-plays.ts'
import type { Batch, Changes } from './batch.ts'
import { takeFromBoards } from './boards/take-from-boards.ts'
import { uncountChartPlays } from './catalogue/uncount-plays.ts'
import { lockShared } from './locks.ts'
import { retitle } from './players/retitle.ts'
import { foldRivals } from './players/rivals.ts'
import { buryPlayers } from './players/tombstones.ts'
import { uncountPlays } from './players/uncount-plays.ts'
import { chartsOfGone } from './plays/charts-of.ts'
import { erasePlays, withdrawPlays } from './plays/take-plays.ts'
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
  const { plays, withdrawals, erasures, rivals } = batch
  await lockShared(tx, schema, batch, await chartsOfGone(tx, schema, batch))
  const { accepted, retitled } =
    plays.length > 0 ? await addPlays(tx, schema, rules, plays) : { accepted: [], retitled: [] }
  if (retitled.length > 0) await retitle(tx, schema, retitled)
  const withdrawn = withdrawals.length > 0 ? await withdrawPlays(tx, schema, withdrawals) : []
  const erased = erasures.length > 0 ? await erasePlays(tx, schema, erasures) : []
  if (withdrawn.length + erased.length > 0) {
    await takeFromBoards(tx, schema, rules, [...withdrawn, ...erased])
    await uncountChartPlays(tx, schema, [...withdrawn, ...erased.filter((play) => !play.withdrawn)])
  }
  if (withdrawn.length > 0) await uncountPlays(tx, schema, withdrawn)
  if (rivals.length > 0) await foldRivals(tx, schema, rivals)
  if (erasures.length > 0) await buryPlayers(tx, schema, erasures)
  return { accepted, withdrawn, erased, retitled }
}
