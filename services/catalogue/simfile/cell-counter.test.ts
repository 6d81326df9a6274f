import { maxSongCells } from '@stepledger/contracts/packs/pack-limits.ts'
import { expect, it } from 'vitest'
import { bytesOf } from '../../../tests/generators/simfile.ts'
import { wideSimfile } from '../../../tests/generators/wide-simfile.ts'
import { readSimfile } from './read-simfile.ts'

it('reads a marathon of ten charts of 20,000 rows, doubles', () => {
  const { charts, broken } = readSimfile(bytesOf(wideSimfile({ charts: 10, rows: 20_000, panels: 8 })), 'ssc')
  expect([charts.length, broken]).toEqual([10, []])
})

it('skips charts of a song beyond 4 million rows × panels without parsing them', () => {
  const bytes = bytesOf(wideSimfile({ charts: 54, rows: 50_000, panels: 32 }))
  const start = performance.now()
  const { charts, broken, cells } = readSimfile(bytes, 'ssc')
  expect([charts.length, broken.length]).toEqual([2, 52])
  expect(broken[0]).toMatchObject({
    field: 'NOTES',
    reason: 'is too much: rows × panels of all charts of a song may be 4,000,000',
  })
  expect(cells).toBeLessThan(2 * maxSongCells)
  // All 54 take 35 s.
  expect(performance.now() - start).toBeLessThan(10_000)
})
