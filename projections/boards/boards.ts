import type { ReadModel } from '../read-model.ts'
import { buildBoards } from './build-boards.ts'
import { boardsTables, createBoardsTables, indexBoardsTables } from './tables.ts'
import { takeFromBoards } from './take-from-boards.ts'
import { updateBests } from './update-bests.ts'

/** Each player's best counting play on every chart, ranked in every system. */
export const boards: ReadModel = {
  tables: boardsTables,
  create: createBoardsTables,
  index: indexBoardsTables,
  // The charts of its plays, which the plays have named.
  shared: () => [],
  addPlays: { parameters: 0, values: () => [], sql: updateBests },
  async fold(into, _batch, { withdrawn, erased }) {
    if (withdrawn.length + erased.length > 0) await takeFromBoards(into, [...withdrawn, ...erased])
  },
  build: { staging: [], copied: () => [], finish: buildBoards },
}
