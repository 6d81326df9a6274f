import { randomBytes } from 'node:crypto'
import { attachChangeQueue, detachChangeQueue } from '@stepledger/projections/boards/change-queue.ts'
import { hasQueuedChanges } from '@stepledger/projections/boards/changed-boards.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { schemaOf } from '@stepledger/projections/generations/live-generation.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Redis } from '../redis/ioredis.ts'
import { requestedKey } from './board-keys.ts'
import { moveBoard, placeBoard } from './board-scripts.ts'
import { fillBoard } from './fill-board.ts'
import { moveBoards } from './move-boards.ts'

/** Another process has taken over the mirror of this generation. */
export class MirrorLostError extends Error {
  override readonly name = 'MirrorLostError'
}

/** A mirror of one generation's boards in Redis, under a unique name. */
export interface BoardMirror {
  readonly generation: Generation
  readonly name: string
  /** Updates the boards in Redis to the state of Postgres. Returns the number of changed boards. */
  follow(): Promise<number>
  /** Fills requested boards that are missing or stale. Returns the number of requested boards. */
  fillRequested(): Promise<number>
  /** Ends the mirror and deletes its data in Postgres. */
  end(): Promise<void>
}

interface MirrorDeps {
  readonly database: Database
  readonly redis: Redis
  /** Prefix of all names in Redis. */
  readonly prefix: string
}

/** Maximum number of boards filled before changes are processed again. */
const fillsAtOnce = 16

/**
 * Starts a mirror of the boards in Redis and takes over from the previous one. A new name invalidates all earlier data,
 * so lost writes of Redis or Postgres after a restart, failover or restore cannot cause stale boards. Boards are filled
 * on demand.
 *
 * Redis never contains data that Postgres could lose: read models are committed asynchronously, so data read from them
 * is written to Redis only after a later durable commit.
 */
export async function beginMirror(deps: MirrorDeps, generation: Generation): Promise<BoardMirror> {
  const { database, redis, prefix } = deps
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

  /** A durable transaction that checks that this process still owns the mirror. Throws MirrorLostError. */
  const inOwnedTransaction = <T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> =>
    database.transaction(
      async (tx) => {
        const { rowCount } = await tx.query(
          'update projector.board_mirrors set moves = moves + 1 where generation = $1 and name = $2',
          [generation.id, name],
        )
        if (rowCount !== 1) throw new MirrorLostError(`${name} was taken over by another process`)
        return work(tx)
      },
      { isolation: 'repeatable read' },
    )

  const mirror = { generation, name, redis, inOwnedTransaction }
  return {
    generation,
    name,
    follow: async () => ((await hasQueuedChanges(database.pool, generation.schema)) ? moveBoards(mirror) : 0),
    async fillRequested() {
      const charts = await redis.spop(requestedKey(name), fillsAtOnce)
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

/** Removes what an earlier start with Redis left in Postgres. */
export async function removeMirrors(database: Database): Promise<void> {
  await database.transaction(async (tx) => detach(tx))
}

const generations = z.array(z.object({ generation: z.int(), there: z.boolean() }))

async function detach(tx: pg.PoolClient, alsoOf = 0): Promise<void> {
  // A fold locks its checkpoint before any board; locking all checkpoints first avoids deadlocks with folds.
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
