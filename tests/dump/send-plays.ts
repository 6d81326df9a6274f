import type { Engine } from '@stepledger/services/platform/engine.ts'
import { expect } from 'vitest'
import { addPlayers } from '../generators/add-players.ts'
import { playerNumber } from '../generators/small-play.ts'
import { players as filled, playsOf } from './filled-system.ts'

/** So many that several share a partition. */
const players = Array.from({ length: 40 }, (_, n) => playerNumber(1 + n))

/** Creates accounts for all players, and sends a play of each. Returns the ids of the plays. */
export async function sendPlays(system: Engine): Promise<readonly number[]> {
  const named = players.map((id, n) => ({
    id,
    alias: `player ${n}`,
    country: null,
    sealingKey: Buffer.alloc(32, n),
  }))
  await addPlayers(system.database, named.slice(filled.length), new Date(0))
  return idsOf(system)
}

async function idsOf(system: Engine): Promise<number[]> {
  const plays = playsOf(system)
  const sent = await Promise.all(players.map((player, n) => plays.send(player, `play ${n}`)))
  await plays.drained()
  return sent.map(({ playId }) => playId)
}

/** Sends the same plays again: they keep their ids. */
export async function expectSameIds(system: Engine, ids: readonly number[]): Promise<void> {
  expect(await idsOf(system)).toEqual(ids)
  expect(new Set(ids).size).toBe(players.length)
}
