import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../generators/random.ts'
import { fixedSeed, isLong } from '../length.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { isDistributedAvailable } from '../system/engines.ts'
import { runLedger } from '../system/ledger-command.ts'
import { checkConsistency } from './consistency.ts'
import { faults } from './faults.ts'
import { type FaultySystem, startFaultySystem } from './faulty-system.ts'
import { startLoad } from './load.ts'
import { startViewer } from './viewer.ts'

const { FAULT_SEED, FAULT_ROUNDS } = process.env
const rounds = Number(FAULT_ROUNDS ?? (isLong ? 30 : 1))
/**
 * FAULT_SEED repeats a run; the test's name contains its seed. With CI=true short runs use a fixed seed. FAULT_ONLY:
 * runs the faults whose names contain this text.
 */
const usual = fixedSeed && FAULT_ROUNDS === undefined ? 1 : Math.floor(Math.random() * 1e9)
const seed = Number(FAULT_SEED ?? usual)
const names = Object.keys(faults).filter((name) => name.includes(process.env.FAULT_ONLY ?? ''))
const players = 4
const perRound = 240_000

/** Invariants 1, 3, 7, 14, 15 on the distributed engine: any process dies in any order, under load. */
describe.skipIf(!(await isDistributedAvailable()))('the distributed engine under load', () => {
  let ground: FaultySystem
  let crowd: Player[]

  beforeAll(async () => {
    ground = await startFaultySystem()
    crowd = []
    for (let n = 0; n < players; n++) crowd.push(await newPlayer(ground.system.url, `player${n}`))
  })
  afterAll(() => ground.stop())

  it(`every process is killed in turn, ${rounds} rounds (FAULT_SEED=${seed}): no play is lost, duplicated, out of order or invented`, {
    timeout: (rounds + 2) * perRound,
  }, async () => {
    const random = seeded(seed)
    const load = startLoad(ground.system.url, crowd, seed)
    await load.more(10)
    const viewer = startViewer(ground.system.url, load.acknowledged)
    for (let round = 0; round < rounds; round++) {
      const inTurn = names.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at)
      for (const { name } of inTurn) {
        const from = performance.now()
        await faults[name]?.(ground, random, viewer)
        // The next fault starts when the system works again.
        await load.more(8)
        say(`${name}: at work after ${Math.round(performance.now() - from)} ms`)
      }
    }
    await load.stop()
    await viewer.more(1)
    await viewer.stop()
    await Promise.all(Object.values(ground.system.services).map((service) => service.ready()))

    expect(load.errors).toEqual([])
    expect(viewer.errors).toEqual([])
    expect(viewer.seen()).toBeGreaterThan(2 * rounds)
    expect(load.acknowledged.length).toBeGreaterThan(rounds * names.length * 8)
    expect(await checkConsistency(ground, load.acknowledged)).toEqual({
      lost: [],
      doubled: [],
      outOfOrder: [],
      phantom: [],
    })
    expect(await runLedger('unused', ['verify', '--json'], ground.env)).toMatchObject({ code: 0 })
  })
})

/** Logs the faults (FAULT_SAY=on). */
function say(line: string): void {
  if (process.env.FAULT_SAY) process.stderr.write(`${line}\n`)
}
