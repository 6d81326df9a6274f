import {
  boardsNow,
  type ChangedBest,
  changedBests,
  type QueuedChange,
  takeQueuedChanges,
} from '@stepledger/projections/boards/changed-boards.ts'
import type pg from 'pg'
import type { ChainableCommander } from '../redis/ioredis.ts'
import { boardKeys, rowText, wantedKey } from './board-keys.ts'
import { moveBoard } from './board-scripts.ts'
import { grouped } from './grouped.ts'
import type { Mirroring } from './mirroring.ts'

/**
 * Charts that are moved in one step, and changes of one chart beyond which it is filled again when somebody asks for
 * it.
 */
const maxCharts = 200
const maxPlayers = 2_000

/** How long a board that nobody changes stays in Redis, ms. */
export const timeToLive = 24 * 3600 * 1000

/** Takes what changed out of the queue and moves the boards in Redis by it. Gives how many charts changed. */
export async function moveBoards(mirror: Mirroring): Promise<number> {
  const moves = await mirror.keeping((tx) => takeMoves(tx, mirror))
  const pipeline = mirror.redis.pipeline()
  for (const move of moves) queueMove(pipeline, mirror, move)
  for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
  return moves.length
}

interface Move {
  readonly chart: string
  /** The versions whose changes are known. */
  readonly first: number
  readonly last: number
  readonly players: number
  readonly changed: readonly ChangedBest[]
}

/** In one snapshot: all changes of some charts, what those boards are now, and the rows of who changed. */
async function takeMoves(tx: pg.PoolClient, { generation }: Mirroring): Promise<Move[]> {
  const read = { ...generation, tx }
  const changes = grouped(await takeQueuedChanges(read, maxCharts), ({ chart }) => chart)
  const now = await boardsNow(read, [...changes.keys()])
  const pairs = [...changes].flatMap(([chart, rows]) => {
    const players = new Set(rows.flatMap(({ player }) => player ?? []))
    return players.size > maxPlayers ? [] : [...players].map((player) => ({ chart, player }))
  })
  const rowsOf = grouped(await changedBests(read, pairs), ({ chart }) => chart)
  return now.map(({ chart, version, players }) => ({
    chart,
    first: firstOf(changes.get(chart) ?? []),
    last: version,
    players,
    changed: rowsOf.get(chart) ?? [],
  }))
}

/** Beyond every version, so that the board is dropped, when the changes are too many or say of no version. */
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
  if (first === Number.MAX_SAFE_INTEGER) pipeline.sadd(wantedKey(name), chart)
}

type Change = [system: number, player: string, key: string, row: string]

/** Of each player who changed a change in every system: what is there now, or that nothing is. */
function changesOf(systems: readonly number[], rows: readonly ChangedBest[]): Change[] {
  const byPlayer = grouped(rows, ({ player }) => player)
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
