import type { ReadModel } from '../read-model.ts'
import { dropAttempts, repeatAttempts } from './attempts.ts'
import { buildBoards } from './build-boards.ts'
import { recomputeBests } from './recompute-bests.ts'
import { boardsTables, createBoardsTables, indexBoardsTables } from './tables.ts'
import { updateBests } from './update-bests.ts'

/** Each player's best counting play on every chart, ranked in every system. */
export const boards: ReadModel = {
  tables: boardsTables,
  create: createBoardsTables,
  index: indexBoardsTables,
  // The charts of its plays, which the plays have named.
  shared: () => [],
  addPlays: { parameters: 0, values: () => [], sql: updateBests },
  async fold(into, _batch, { judged, withdrawn, erased }) {
    const gone = [...withdrawn, ...erased]
    const moved = judged.length > 0 ? await repeatAttempts(into, judged) : []
    if (gone.length > 0) await dropAttempts(into, gone)
    if (moved.length + gone.length > 0) await recomputeBests(into, [...moved, ...gone])
  },
  build: { staging: [], copied: () => [], finish: buildBoards },
}
