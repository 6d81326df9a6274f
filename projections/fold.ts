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
 * commute, and folding a batch is idempotent.
 */
export async function fold(into: FoldTx, batch: Batch): Promise<Changes> {
  await lockShared(into, batch)
  const { unverified, ...added } = batch.plays.length > 0 ? await addPlays(into, batch.plays) : nothingAdded
  const players = new Set([...batch.rivals, ...batch.erasures].map(({ player }) => player))
  const removed = await removePlays(into, batch)
  const removedPlays = [...removed.withdrawn, ...removed.erased]
  const unnamed = await replaceFirstPlays(into, removedPlays)
  const { described, undescribed, recounted, packs } = await foldPacks(into, batch.packs)
  const named = await describeByPlays(into, [...unnamed, ...undescribed])
  const judged = await rejudgePlays(into, { charts: recounted, plays: unverified })
  const retitled = [...new Set([...added.retitled, ...described, ...named])]
  const changes = { ...added, ...removed, judged, retitled, packs, players: [...players] }
  for (const model of readModels) await model.fold(into, batch, changes)
  await followBoards(into, [...judged, ...removedPlays])
  return changes
}

const nothingAdded: Added = { accepted: [], retitled: [], unverified: [] }
