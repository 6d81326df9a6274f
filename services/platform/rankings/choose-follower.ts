import type { Engine } from '../engine.ts'
import type { Log } from '../log/log.ts'
import { forgetMirrors } from './board-mirror.ts'
import type { BoardFollower } from './follow-boards.ts'

/** Keeps boards in Redis where there is one; else sees that nothing is written for one that there was. */
export async function chooseFollower(
  { database, push, redis }: Pick<Engine, 'database' | 'push' | 'redis'>,
  log: Log,
): Promise<BoardFollower> {
  if (redis !== null) {
    const { followBoards } = await import('./follow-boards.ts')
    return followBoards({ database, push, ...redis, log })
  }
  await database.retrying(() => forgetMirrors(database))
  return { stop: async () => {} }
}
