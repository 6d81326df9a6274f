import type { Engine } from '../engine.ts'
import type { Log } from '../log/log.ts'
import { removeMirrors } from './board-mirror.ts'
import type { BoardFollower } from './mirror-boards.ts'

/** Mirrors boards to Redis if configured; else removes the change queue of an earlier mirror. */
export async function chooseMirror(
  { database, push, redis }: Pick<Engine, 'database' | 'push' | 'redis'>,
  log: Log,
): Promise<BoardFollower> {
  if (redis !== null) {
    const { mirrorBoards } = await import('./mirror-boards.ts')
    return mirrorBoards({ database, push, ...redis, log })
  }
  await database.retrying(() => removeMirrors(database))
  return { stop: async () => {} }
}
