import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { dropGeneration } from '@stepledger/services/projector/generations/drop-generation.ts'
import { requestPreviousGeneration } from '@stepledger/services/projector/generations/next-generation.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CrowdedLedger, crowdedLedger } from './crowded-ledger.ts'
import { buildGate } from './gate.ts'
import { rulesWithTop } from './other-rules.ts'

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

    await requestPreviousGeneration(given.database, codeVersion)
    await given.settled()
    expect(await given.live()).toMatchObject({ id: 1, rules: firstRules })
    expect(await given.countFolded(1)).toBe(ends)
    await given.agrees()
    // The published rules do not change, and nothing is rebuilt without a request.
    expect(await given.states()).toEqual(['1 live', '2 kept'])
    await requestPreviousGeneration(given.database, codeVersion)
    await given.settled()
    expect((await given.live()).id).toBe(2)
  })

  it('cannot be rolled back to without a previous one, from other code, or during a build', async () => {
    const back = () => requestPreviousGeneration(given.database, codeVersion)
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

  it('is dropped on request, but never while it is live or next', async () => {
    await given.settled(await given.publish(rulesWithTop(3)))
    expect(await dropGeneration(given.database, 2)).toBe(false)
    expect(await dropGeneration(given.database, 1)).toBe(true)
    expect(await given.states()).toEqual(['2 live'])
    await expect(requestPreviousGeneration(given.database, codeVersion)).rejects.toThrow(
      'There is no earlier',
    )
    await given.agrees()
  })
})
