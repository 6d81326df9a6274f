import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded } from '@stepledger/contracts/rivals/events.ts'
import { expect, it } from 'vitest'
import { lagSeconds } from '../../projector/generations/read-lags.ts'
import { forecastDisk, readGrowth } from './status.ts'

const now = Date.UTC(2027, 0, 15)
const dayMs = 86_400_000

/** A ledger whose partitions hold events of these ages, days. */
const ledgerOf = (partitions: readonly (readonly number[])[]) => ({
  async at({ partition, offset }: { partition: number; offset: number }) {
    const age = partitions[partition]?.[offset]
    if (age === undefined) return null
    const event = {
      id: 'x',
      at: now - age * dayMs,
      key: 'k',
      data: { rivalId: `0000000${partition}-0000-4000-8000-000000000000` },
    }
    return { bytes: encodeEvent(rivalAdded, event) }
  },
})

it('the disk is full when the growth of the last four weeks has used its space', async () => {
  const partitions = [[100, 50, 29, 27, 1], [60, 28, 3], []]
  const sizes = [
    { schema: 'ledger', bytes: 600 },
    { schema: 'g2', bytes: 200 },
    { schema: 'g1', bytes: 5_000 },
  ]
  const growth = await readGrowth(ledgerOf(partitions), [5, 3, 0], { sizes, live: 2, now })

  expect(growth).toEqual({ events: 8, recent: 4, withinMs: 28 * dayMs, bytes: 800 })
  // 100 bytes an event, 4 events in 28 days.
  expect(forecastDisk({ free: 1_100, needed: 100 }, growth, now)).toEqual({
    bytesPerDay: 14,
    fullOn: '2027-03-26',
  })
  expect(forecastDisk({ free: 1e9, needed: 100 }, growth, now)).toMatchObject({ fullOn: null })
  expect(forecastDisk({ free: 1_100, needed: 100 }, { ...growth, recent: 0 }, now)).toMatchObject({
    fullOn: null,
  })
  expect(forecastDisk({ free: 1_100, needed: 100 }, { ...growth, withinMs: dayMs - 1 }, now)).toBeNull()
})

it('a ledger younger than four weeks grows as fast as since its first event', async () => {
  expect(await readGrowth(ledgerOf([[2, 1]]), [2], { sizes: [], live: 1, now })).toMatchObject({
    recent: 2,
    withinMs: 2 * dayMs,
  })
})

it('the lag of a partition is the age of its first event that is not folded', async () => {
  const ledger = ledgerOf([[100, 50], [3], []])
  const lag = { checkpoint: [1, 1, 0], ends: [2, 1, 0] }
  expect(await lagSeconds(ledger.at, lag, now)).toEqual([50 * 86_400, 0, 0])
})
