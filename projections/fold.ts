import { type Added, addPlays } from './add-plays.ts'
import type { Batch } from './batch.ts'
import { describeByPlays, replaceFirstPlays } from './catalogue/describe-by-plays.ts'
import { foldPacks } from './catalogue/fold-packs.ts'
import { followBoards } from './catalogue/follow-boards.ts'
import type { FoldTx } from './generation.ts'
import { lockShared } from './locks.ts'
import { rejudgePlays } from './plays/rejudge-plays.ts'
import { removePlays } from './plays/remove-plays.ts'
import type { Changes } from './read-model.ts'
import { readModels } from './read-models.ts'

/**
 * Folds one batch into every read model of a generation, within the caller's transaction. Folds of different partitions
 * commute, and a batch folded twice changes nothing the second time.
 */
export async function fold(into: FoldTx, batch: Batch): Promise<Changes> {
  await lockShared(into, batch)
  const { unmet, ...added } = batch.plays.length > 0 ? await addPlays(into, batch.plays) : nothingAdded
  const players = new Set([...batch.rivals, ...batch.erasures].map(({ player }) => player))
  const taken = await removePlays(into, batch)
  const gone = [...taken.withdrawn, ...taken.erased]
  const unworded = await replaceFirstPlays(into, gone)
  const { described, undescribed, recounted, packs } = await foldPacks(into, batch.packs)
  const worded = await describeByPlays(into, [...unworded, ...undescribed])
  const judged = await rejudgePlays(into, { charts: recounted, plays: unmet })
  const retitled = [...new Set([...added.retitled, ...described, ...worded])]
  const changes = { ...added, ...taken, judged, retitled, packs, players: [...players] }
  for (const model of readModels) await model.fold(into, batch, changes)
  await followBoards(into, [...judged, ...gone])
  return changes
}

const nothingAdded: Added = { accepted: [], retitled: [], unmet: [] }
