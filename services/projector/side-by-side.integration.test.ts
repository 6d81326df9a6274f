import type { Position } from '@stepledger/contracts/ledger/position.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../../tests/folding-ledger.ts'
import { rulesWithTop } from '../../tests/generations/other-rules.ts'
import { appendHistory } from '../../tests/generators/append-history.ts'
import { historyOfCrowd } from '../../tests/generators/history.ts'
import { inProcessPush } from '../platform/push/in-process.ts'
import { type Projector, runProjector } from './run-projector.ts'

/** On a ledger without partition assignment, as in Postgres, two folding projectors would fence each other. */
describe('two concurrent projectors', () => {
  let said: string[]
  let given: FoldingLedger
  let second: Projector
  let crowds = 0

  beforeEach(async () => {
    said = []
    given = await foldingLedger(said)
    const note = (line: string) => void said.push(line)
    const push = inProcessPush(given.url)
    second = await runProjector({ ...given, push }, { info: note, warn: note, error: note }, { pollMs: 20 })
  })
  afterEach(async () => {
    await second.stop()
    await given.close()
  })
  async function appendCrowds(count: number): Promise<Position[]> {
    const positions: Position[] = []
    for (let i = 0; i < count; i++) {
      const seed = ++crowds
      for (const partitions of fc.sample(historyOfCrowd(seed), { numRuns: 1, seed }))
        positions.push(...(await appendHistory(given.ledger, partitions)))
    }
    return positions
  }

  it('elect a leader that folds and builds; no batch is fenced, and the other one takes over when it stops', async () => {
    for (let i = 0; i < 10; i++) {
      await appendCrowds(3)
      await given.folded()
    }
    const offset = await given.publish(rulesWithTop(2))
    await given.settled(offset)
    expect(said.filter((line) => line.includes('is being built'))).toHaveLength(1)
    expect(said.filter((line) => line.includes('moved by another worker'))).toEqual([])

    expect(said).toContainEqual(expect.stringContaining('Without REDIS_URL'))

    await given.stopFolding()
    await appendCrowds(3)
    await given.folded()
    expect(said).toContain('This process leads the projectors now')

    const next = await given.publish(rulesWithTop(3))
    await given.settled(next)
    expect(said.filter((line) => line.includes('is live'))).toHaveLength(2)
  })
})
