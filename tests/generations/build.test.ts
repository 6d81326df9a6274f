import { sum } from '@stepledger/contracts/sum.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { notifyGenerationManager } from '@stepledger/services/projector/generations/generation-requests.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CrowdedLedger, crowdedLedger } from './crowded-ledger.ts'
import { buildGate } from './gate.ts'
import { rulesWithTop } from './other-rules.ts'

const soon = { timeout: 30_000 }

/** Invariants 26, 28 and 30: a generation is built beside the live one, and replaces it at exactly its checkpoint. */
describe('a generation', () => {
  let given: CrowdedLedger
  beforeEach(async () => {
    given = await crowdedLedger()
  })
  afterEach(() => given.close())

  it('is built when rules are published while plays arrive, and equals a fresh fold', async () => {
    let settled = false
    const coming = (async () => {
      while (!settled) {
        await given.appendCrowds(1)
        // Appends only as fast as the projector folds, so that the build can catch up.
        await given.folded()
      }
    })()
    const offset = await given.publish(rulesWithTop(3))
    const live = await given.settled(offset)
    settled = true
    await coming

    expect(live).toMatchObject({ id: 2, rules: rulesWithTop(3), codeVersion })
    expect(await given.states()).toEqual(['1 kept', '2 live'])
    await given.agrees()
    const { rows } = await given.database.pool.query(
      'select count(*) as n from g1.plays a join g2.plays b using (id) where a.hundredths <> b.hundredths',
    )
    expect(rows).not.toEqual([{ n: 0 }])
  })

  it("is built immediately on request, however long the projector's poll interval", async () => {
    await given.stopFolding()
    await given.startFolding({ pollMs: 3_600_000 })
    await given.requestReplay()
    await vi.waitUntil(async () => (await given.live()).id === 2, soon)

    await given.publish(rulesWithTop(3))
    await notifyGenerationManager(given.database.pool)
    await vi.waitUntil(async () => (await given.live()).id === 3, soon)
  })

  it('resumes at its checkpoint after its builder dies, and folds nothing twice', async () => {
    while (sum(await given.ledger.ends('events')) < 1_200) await given.appendCrowds(20)
    await given.folded()
    await given.stopFolding()
    const offset = await given.publish(rulesWithTop(3))
    const held = buildGate(2)
    await given.startFolding(held)
    await held.reached
    const stopped = given.stopFolding()
    held.open()
    await stopped
    const before = await given.countFolded(2)
    expect(before).toBeGreaterThan(0)
    expect(await given.states()).toEqual(['1 live', '2 next'])

    let again = 0
    await given.startFolding({
      extraBuildFold: async (_, batch) => {
        again += sum(batch.moves.map(({ from, to }) => to - from))
      },
    })
    await given.settled(offset)
    expect(before + again).toBe(await given.countFolded(1))
    await given.agrees()
  })

  it('is abandoned when other rules are published during the build', async () => {
    await given.stopFolding()
    await given.publish(rulesWithTop(3))
    const held = buildGate(1)
    await given.startFolding(held)
    await held.reached
    const offset = await given.publish(rulesWithTop(5))
    await vi.waitUntil(async () => (await given.states()).includes('3 next'), soon)
    held.open()
    await given.settled(offset)

    expect(await given.states()).toEqual(['1 kept', '3 live'])
    const { rows } = await given.database.pool.query(
      "select schema_name as name from information_schema.schemata where schema_name like 'g%' order by 1",
    )
    expect(rows.map(({ name }) => name)).toEqual(['g1', 'g3'])
    await given.agrees()
  })

  it('can be rebuilt under the same rules', async () => {
    expect(await given.requestReplay()).toBe(2)
    await vi.waitUntil(async () => (await given.live()).id === 2, soon)
    await given.agrees()
  })

  it('of older code stays live until its replacement is ready; of newer code it prevents the start', async () => {
    await given.stopFolding()
    await given.database.pool.query('update projector.generations set code_version = code_version - 1')
    const before = await given.countFolded(1)
    await given.appendCrowds(5)
    await given.startFolding()
    await vi.waitUntil(async () => (await given.live()).id === 2, soon)
    expect(await given.countFolded(1)).toBe(before)
    await given.agrees()

    await given.stopFolding()
    await given.database.pool.query(
      'update projector.generations set code_version = code_version + 1 where id = 2',
    )
    await expect(given.startFolding()).rejects.toThrow('start the newer release')
  })
})
