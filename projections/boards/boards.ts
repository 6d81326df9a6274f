import { followBoards } from '../catalogue/follow-boards.ts'
import type { ReadModel } from '../read-model.ts'
import { dropAttempts, refreshAttempts, restoreAttempts } from './attempts.ts'
import { buildBoards } from './build-boards.ts'
import { recomputeBests } from './recompute-bests.ts'
import { boardsTables, createBoardsTables, indexBoardsTables } from './tables.ts'
import { updateBests } from './update-bests.ts'

/** Each player's best counting play on every chart, ranked in every system. */
export const boards: ReadModel = {
  tables: boardsTables,
  create: createBoardsTables,
  index: indexBoardsTables,
  // None: the model of plays locks the charts.
  shared: () => [],
  addPlays: { parameters: 0, values: () => [], sql: updateBests },
  async fold(into, _batch, { judged, withdrawn, reinstated, erased }) {
    const removed = [...withdrawn, ...erased]
    const rescored = judged.length > 0 ? await refreshAttempts(into, judged) : []
    if (removed.length > 0) await dropAttempts(into, removed)
    if (reinstated.length > 0) await restoreAttempts(into, reinstated)
    const changed = [...rescored, ...removed, ...reinstated]
    if (changed.length > 0) await recomputeBests(into, changed)
    await followBoards(into, [...judged, ...removed, ...reinstated])
    return {}
  },
  build: { staging: [], copied: () => [], finish: buildBoards },
}
