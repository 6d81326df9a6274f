import { randomBytes } from 'node:crypto'
import { attachChangeQueue, detachChangeQueue } from '@stepledger/projections/boards/change-queue.ts'
import { hasQueuedChanges } from '@stepledger/projections/boards/changed-boards.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { schemaOf } from '@stepledger/projections/generations/live-generation.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Redis } from '../redis/ioredis.ts'
import { wantedKey } from './board-keys.ts'
import { moveBoard, placeBoard } from './board-scripts.ts'
import { fillBoard } from './fill-board.ts'
import { moveBoards } from './move-boards.ts'

/** Another process keeps this generation's boards by now. */
export class MirrorLostError extends Error {
  override readonly name = 'MirrorLostError'
}

/** What keeps the boards of one generation in Redis, under a name of its own. */
export interface BoardMirror {
  readonly generation: Generation
  readonly name: string
  /** Moves the boards that are in Redis to what Postgres has now. Gives how many changed. */
  follow(): Promise<number>
  /** Fills boards that were wanted and are not there, or lag behind. Gives how many were wanted. */
  fillWanted(): Promise<number>
  /** Nothing is asked of Redis any more, and nothing is left for it in Postgres. */
  end(): Promise<void>
}

export interface MirrorGround {
  readonly database: Database
  readonly redis: Redis
  /** Before the names of everything in Redis. */
  readonly prefix: string
}

/** Boards that are filled before changes are looked at again. */
const fillsAtOnce = 16

/**
 * Begins to keep boards in Redis, and has the one that did so before lose them. Nothing that was there before is used
 * again: another name is the answer to whatever Redis or Postgres may have forgotten meanwhile, be it restarted, failed
 * over or restored from a backup. Boards come when they are asked for.
 *
 * Redis never holds what Postgres could still lose: read models are committed without waiting for the disk, so what was
 * read of them is written to Redis only after a commit that did wait.
 */
export async function beginMirror(ground: MirrorGround, generation: Generation): Promise<BoardMirror> {
  const { database, redis, prefix } = ground
  const name = `${prefix}:g${generation.id}-${randomBytes(6).toString('hex')}`
  await redis.script('LOAD', moveBoard.text)
  await redis.script('LOAD', placeBoard.text)
  await database.transaction(async (tx) => {
    await tx.query("set local lock_timeout = '5s'; set local client_min_messages = warning")
    await detach(tx, generation.id)
    await tx.query(attachChangeQueue(generation.schema))
    await tx.query('insert into projector.board_mirrors (generation, name) values ($1, $2)', [
      generation.id,
      name,
    ])
  })

  /** A transaction of the one who keeps the boards; it waits for the disk. Throws MirrorLostError. */
  const keeping = <T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> =>
    database.transaction(
      async (tx) => {
        const { rowCount } = await tx.query(
          'update projector.board_mirrors set moves = moves + 1 where generation = $1 and name = $2',
          [generation.id, name],
        )
        if (rowCount !== 1) throw new MirrorLostError(`${name} is kept no longer`)
        return work(tx)
      },
      { isolation: 'repeatable read' },
    )

  const mirror = { generation, name, redis, keeping }
  return {
    generation,
    name,
    follow: async () => ((await hasQueuedChanges(database.pool, generation.schema)) ? moveBoards(mirror) : 0),
    async fillWanted() {
      const charts = await redis.spop(wantedKey(name), fillsAtOnce)
      for (const chart of charts) await fillBoard(mirror, chart)
      return charts.length
    },
    end: () =>
      database.transaction(async (tx) => {
        await tx.query("set local lock_timeout = '5s'; set local client_min_messages = warning")
        const { rows } = await tx.query('select from projector.board_mirrors where name = $1 for update', [
          name,
        ])
        if (rows.length > 0) await detach(tx)
      }),
  }
}

/** Leaves nothing behind of an earlier start that had a Redis. */
export async function forgetMirrors(database: Database): Promise<void> {
  await database.transaction(async (tx) => detach(tx))
}

const generations = z.array(z.object({ generation: z.int(), there: z.boolean() }))

async function detach(tx: pg.PoolClient, alsoOf = 0): Promise<void> {
  // Folding holds a checkpoint before it touches any board: with all of them held, it is in nobody's way, nor anybody
  // in its.
  await tx.query(
    `select from projector.checkpoints
     where generation = $1 or generation in (select generation from projector.board_mirrors)
     order by generation, partition for update`,
    [alsoOf],
  )
  const { rows } = await tx.query(`
    delete from projector.board_mirrors
    returning generation, to_regnamespace('g' || generation) is not null as there`)
  for (const { generation, there } of generations.parse(rows)) {
    if (there && generation !== alsoOf) await tx.query(detachChangeQueue(schemaOf(generation)))
  }
}
