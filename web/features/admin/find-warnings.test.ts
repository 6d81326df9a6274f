import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import { expect, it } from 'vitest'
import { durationText, findWarnings } from './find-warnings.ts'

const never = { succeededAt: null, failedAt: null }
const well: OperationsState = {
  parts: [{ name: 'database', product: 'Postgres', silentSeconds: null }],
  events: 100,
  lags: [{ projection: 'live', waiting: 3, seconds: 59 }],
  generations: [],
  parked: { count: 0, oldest: [] },
  disk: { free: null, low: false },
  sizes: [],
  runs: { backup: never, verify: never },
}

it('a healthy system whose pages are up to date has no warnings', () => {
  expect(findWarnings(well)).toEqual([])
})

it('names each part that is away, what is behind or stopped, and runs that failed last', () => {
  const failed = { succeededAt: '2026-12-14T00:00:00.000Z', failedAt: '2026-12-15T00:00:00.000Z' }
  const repaired = { succeededAt: failed.failedAt, failedAt: failed.succeededAt }
  const state: OperationsState = {
    ...well,
    parts: [{ name: 'ledger', product: 'Kafka', silentSeconds: 80 }],
    lags: [
      { projection: 'live', waiting: 5_000, seconds: 61 },
      { projection: 'next', waiting: 90_000, seconds: 500 },
      { projection: 'redis', waiting: 10_001, seconds: null },
    ],
    parked: { count: 1, oldest: [] },
    disk: { free: 1, low: true },
    runs: { backup: repaired, verify: failed },
  }
  expect(findWarnings(state)).toEqual([
    "Kafka hasn't answered for 80 s.",
    'The disk is nearly full: plays are refused.',
    'Pages are 61 s behind the ledger.',
    '10,001 changes wait for Redis.',
    '1 event is parked.',
    'The last verify found a difference.',
  ])
})

it('durations are rounded to what an operator needs', () => {
  expect([0, 0.24, 45.4, 119, 720, 7_200, 180_000].map(durationText)).toEqual([
    '0 s',
    '0.2 s',
    '45 s',
    '119 s',
    '12 min',
    '2 h',
    '2 d',
  ])
})
