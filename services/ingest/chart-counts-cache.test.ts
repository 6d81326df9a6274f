import { randomUUID } from 'node:crypto'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { inProcessPush } from '../platform/push/in-process.ts'
import { noticeOfFold } from '../platform/push/push.ts'
import { chartCountsCache } from './chart-counts-cache.ts'

const chart = '0123456789abcdef'
const counts: ChartCounts = { rows: 300, holds: 4, rolls: 0, mines: 0 }

const push = inProcessPush(randomUUID())
afterAll(() => push.close())

/** A read model of mutable counts whose reads are counted. */
function readModel() {
  const rows: ChartCounts[] = []
  const read = vi.fn(async () => [...rows])
  return { rows, read, countsOf: chartCountsCache(read, push) }
}

describe('the cached counts of a chart', () => {
  it('are read once for all its plays, also when no pack contains it', async () => {
    const { read, countsOf } = readModel()
    expect([await countsOf(chart), await countsOf(chart)]).toEqual([[], []])
    expect(read).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a pack has changed', noticeOfFold(1, { packs: [3] })],
    ['another generation is live', { kind: 'switched', generation: 2 } as const],
  ])('are read again when %s', async (_, notice) => {
    const { rows, countsOf } = readModel()
    expect(await countsOf(chart)).toEqual([])
    rows.push(counts)
    push.publish(notice)
    await vi.waitFor(async () => expect(await countsOf(chart)).toEqual([counts]), { timeout: 30_000 })
  })

  it('stay cached while only plays are folded', async () => {
    const { read, countsOf } = readModel()
    await countsOf(chart)
    const received = new Promise<void>((resolve) => {
      push.subscribe(
        () => resolve(),
        () => {},
      )
    })
    push.publish(noticeOfFold(1))
    await received
    await countsOf(chart)
    expect(read).toHaveBeenCalledTimes(1)
  })
})
