import { groupBy } from '@stepledger/contracts/group-by.ts'
import {
  type ChangedBest,
  changedBests,
  currentBoards,
  type QueuedChange,
  takeQueuedChanges,
} from '@stepledger/projections/boards/changed-boards.ts'
import type pg from 'pg'
import type { ChainableCommander } from '../redis/ioredis.ts'
import { boardKeys, requestedKey, rowText } from './board-keys.ts'
import { moveBoard } from './board-scripts.ts'
import type { Mirroring } from './mirroring.ts'

/**
 * Maximum number of charts per batch, and of changes of one chart beyond which its board is dropped and refilled on
 * demand.
 */
const maxCharts = 200
const maxPlayers = 2_000

/** TTL of an unchanged board in Redis, ms. */
export const timeToLive = 24 * 3600 * 1000

/** Dequeues changes and applies them to the boards in Redis. Returns the number of changed charts. */
export async function moveBoards(mirror: Mirroring): Promise<number> {
  const moves = await mirror.inOwnedTransaction((tx) => takeMoves(tx, mirror))
  const pipeline = mirror.redis.pipeline()
  for (const move of moves) queueMove(pipeline, mirror, move)
  for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
  return moves.length
}

interface Move {
  readonly chart: string
  /** The range of versions covered by the changes. */
  readonly first: number
  readonly last: number
  readonly players: number
  readonly changed: readonly ChangedBest[]
}

/** Reads in one snapshot: all changes of some charts, their current boards, and the rows of changed players. */
async function takeMoves(tx: pg.PoolClient, { generation }: Mirroring): Promise<Move[]> {
  const read = { ...generation, tx }
  const changes = groupBy(await takeQueuedChanges(read, maxCharts), ({ chart }) => chart)
  const now = await currentBoards(read, [...changes.keys()])
  const pairs = [...changes].flatMap(([chart, rows]) => {
    const players = new Set(rows.flatMap(({ player }) => player ?? []))
    return players.size > maxPlayers ? [] : [...players].map((player) => ({ chart, player }))
  })
  const rowsOf = groupBy(await changedBests(read, pairs), ({ chart }) => chart)
  return now.map(({ chart, version, players }) => ({
    chart,
    first: firstOf(changes.get(chart) ?? []),
    last: version,
    players,
    changed: rowsOf.get(chart) ?? [],
  }))
}

/** Returns a version beyond all others, so that the board is dropped, for too many or unversioned changes. */
function firstOf(changes: readonly QueuedChange[]): number {
  const versions = changes.flatMap(({ version }) => version ?? [])
  const players = new Set(changes.flatMap(({ player }) => player ?? []))
  return players.size > maxPlayers ? Number.MAX_SAFE_INTEGER : Math.min(...versions, Number.MAX_SAFE_INTEGER)
}

function queueMove(pipeline: ChainableCommander, { generation, name }: Mirroring, move: Move): void {
  const { chart, first, last, players } = move
  const systems = generation.rules.systems.map(({ id }) => id)
  const args = changesOf(systems, move.changed)
  const keys = boardKeys(name, chart, systems)
  pipeline.evalsha(moveBoard.hash, keys.length, ...keys, first, last, players, timeToLive, ...args.flat())
  if (first === Number.MAX_SAFE_INTEGER) pipeline.sadd(requestedKey(name), chart)
}

type Change = [system: number, player: string, key: string, row: string]

/** Returns for each changed player a change in every system: the current row, or its removal. */
function changesOf(systems: readonly number[], rows: readonly ChangedBest[]): Change[] {
  const byPlayer = groupBy(rows, ({ player }) => player)
  return [...byPlayer].flatMap(([player, bests]) =>
    systems.map((system, i): Change => {
      const best = bests.find((row) => row.system === system)
      if (!best || best.key === null || best.play_id === null || best.played_at === null || !best.grade)
        return [i, player, '', '']
      const { key, play_id, played_at, grade } = best
      return [i, player, String(key), rowText({ play_id, played_at, grade })]
    }),
  )
}
