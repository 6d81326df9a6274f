import type { Engine } from '@stepledger/services/platform/engine.ts'
import { expect } from 'vitest'
import { playerNumber } from '../generators/small-play.ts'
import { playsOf } from './filled-system.ts'

type Plays = ReturnType<typeof playsOf>

/** So many that several share a partition. */
const players = 40

/** Sends the nth play. Returns its id, or null if it is refused such that the game keeps it. */
export async function send(plays: Plays, nth: number): Promise<number | null> {
  const sent = plays.send(playerNumber(1 + (nth % players)), `play ${nth}`)
  const written = await sent.catch((error: unknown) => {
    expect(error).toMatchObject({ status: 503, details: { headers: { 'retry-after': '5' } } })
    return null
  })
  return written?.playId ?? null
}

/** Sends a play with each step of a command. Adds to `ids` those of sent plays; null for refused ones. */
export function sendWith(
  system: Engine,
  ids: Map<number, number | null>,
): { onProgress(): void; done(): Promise<void> } {
  const plays = playsOf(system)
  const sending: Promise<void>[] = []
  return {
    onProgress() {
      const nth = ids.size
      ids.set(nth, null)
      sending.push(send(plays, nth).then((id) => void ids.set(nth, id)))
    },
    async done() {
      await Promise.all(sending)
      await plays.drained()
    },
  }
}

/** Sends all plays again: accepted ones keep their ids, refused ones get new ones. */
export async function expectSameIds(system: Engine, ids: ReadonlyMap<number, number | null>): Promise<void> {
  const plays = playsOf(system)
  const again = await Promise.all([...ids.keys()].map((nth) => send(plays, nth)))
  expect(again).toEqual([...ids.values()].map((id) => id ?? expect.any(Number)))
  expect(new Set(again).size).toBe(ids.size)
  await plays.drained()
}
