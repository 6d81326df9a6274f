import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { fillLedger } from '../system/fill-ledger.ts'
import { rulesWithTop } from './other-rules.ts'
import { overlap, recordBatches, sum } from './recorded-batches.ts'

describe('the live fold during a build', () => {
  let given: FoldingLedger
  const charts = { charts: 20, players: 100 }

  beforeEach(async () => {
    given = await foldingLedger()
  })
  afterEach(() => given.close())

  it('gets as much time alone as it shared with the build while it has a backlog', async () => {
    await fillLedger(given.ledger, { plays: 5_000, ...charts })
    await given.folded()
    await given.stopFolding()
    await fillLedger(given.ledger, { plays: 5_000, ...charts, from: 5_000 })
    await given.publish(rulesWithTop(3))
    const metrics = recordBatches()
    await given.startFolding({ metrics })
    await given.folded()
    await given.settled()

    const { live, build } = metrics
    const backlogEnds = Math.max(...live.map(({ to }) => to))
    // The pause follows a batch of the build; that of the last one may end with the backlog, so it is left out.
    const copied = build.filter(({ to }) => to < backlogEnds).slice(0, -1)
    expect(copied.length).toBeGreaterThan(3)
    const until = Math.max(...copied.map(({ to }) => to))
    const during = live.map((batch) => ({ ...batch, to: Math.min(batch.to, until) }))
    const shared = sum(during.flatMap((batch) => copied.map((other) => overlap(batch, other))))
    const whole = sum(during.map((batch) => overlap(batch, { from: copied[0]?.from ?? 0, to: until })))
    expect(whole - shared).toBeGreaterThan(0.7 * shared)
  })
})
