import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { latestRules } from '@stepledger/services/platform/ledger/published-rules.ts'
import { dropGeneration } from '@stepledger/services/projector/generations/drop-generation.ts'
import { rollBack } from '@stepledger/services/projector/generations/go-back.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CrowdedLedger, crowdedLedger } from './crowded-ledger.ts'
import { buildGate } from './gate.ts'
import { rulesWithTop } from './other-rules.ts'

const by = { operator: '00000000-0000-4000-8000-000000000001', reason: null }

/** Invariant 27: only an operator goes back to an earlier generation. */
describe('an earlier generation', () => {
  let given: CrowdedLedger
  beforeEach(async () => {
    given = await crowdedLedger()
  })
  afterEach(() => given.close())

  it('can be rolled back to: the previous generation catches up before it becomes live', async () => {
    await given.settled(await given.publish(rulesWithTop(3)))
    await given.appendCrowds(10)
    await given.folded()
    const before = await given.countFolded(1)
    const ends = sum(await given.ledger.ends('events'))
    expect(before).toBeLessThan(ends)

    const { rulesOffset } = await rollBack(given, by)
    await given.settled(rulesOffset)
    expect(await given.live()).toMatchObject({ id: 1, rules: firstRules })
    expect(await given.countFolded(1)).toBe(ends)
    await given.agrees()
    // Its rules are published again, and nothing is built.
    expect(await latestRules(given.ledger)).toMatchObject({ rules: firstRules, offset: rulesOffset })
    expect(await given.states()).toEqual(['1 live', '2 kept'])
    const again = await rollBack(given, by)
    await given.settled(again.rulesOffset)
    expect((await given.live()).id).toBe(2)
  })

  it('cannot be rolled back to without a previous one, from other code, or during a build', async () => {
    const back = () => rollBack(given, by)
    await expect(back()).rejects.toThrow('There is no earlier generation')

    await given.settled(await given.publish(rulesWithTop(3)))
    await given.database.pool.query('update projector.generations set code_version = 77 where id = 1')
    await expect(back()).rejects.toThrow(/^Generation 1 was folded by version 77 of the code/)

    await given.stopFolding()
    await given.publish(rulesWithTop(5))
    const held = buildGate(1)
    await given.startFolding(held)
    await held.reached
    await expect(back()).rejects.toThrow('Generation 3 is being built')
    held.open()
    await given.settled()
  })

  it('keeps its rules when an earlier release has rolled back to it, which left no event', async () => {
    await given.settled(await given.publish(rulesWithTop(3)))
    await given.stopFolding()
    await given.database.pool.query('update projector.generations set code_version = code_version - 1')
    await given.database.pool.query('update projector.generations set left_at = now() where id = 2')
    await given.database.pool.query('update projector.live set generation = 1')

    await given.startFolding()
    await vi.waitUntil(async () => (await given.live()).codeVersion === codeVersion, { timeout: 60_000 })

    expect((await given.live()).rules).toEqual(firstRules)
    expect(await latestRules(given.ledger)).toMatchObject({ rules: firstRules })
    await given.agrees()
  })

  it('is dropped on request, but never while it is live or next', async () => {
    await given.settled(await given.publish(rulesWithTop(3)))
    expect(await dropGeneration(given.database, 2)).toBe(false)
    expect(await dropGeneration(given.database, 1)).toBe(true)
    expect(await given.states()).toEqual(['2 live'])
    await expect(rollBack(given, by)).rejects.toThrow('There is no earlier')
    await given.agrees()
  })
})
