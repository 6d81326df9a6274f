import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Column, packedPoints, packedRows } from './columns.ts'
import { decimalOfFloat32 } from './float32-decimal.ts'
import { packPoints, unpackCurve, unpackPoints } from './pack-points.ts'
import {
  columnsOfRows,
  packRows,
  type TimingRow,
  unpackOffsets,
  unpackRows,
  unpackTimes,
} from './pack-rows.ts'

const samples = fileURLToPath(new URL('../../../shared/fixtures/plays', import.meta.url))
const sampleNames = existsSync(samples) ? readdirSync(samples).filter((name) => name.endsWith('.json')) : []
const sampleBody = z.looseObject({
  timingData: z.array(z.tuple([z.number(), z.union([z.number(), z.string()])], z.unknown())),
  lifebarInfo: z.array(z.unknown()),
  npsInfo: z.looseObject({ points: z.array(z.unknown()) }).optional(),
})
const readSample = (name: string) => sampleBody.parse(JSON.parse(readFileSync(`${samples}/${name}`, 'utf8')))

const gameNumber = fc.float({ noNaN: true, noDefaultInfinity: true }).map(decimalOfFloat32)
const finite = fc.oneof(gameNumber, fc.double({ noNaN: true, noDefaultInfinity: true }))
const offset = fc.oneof(finite, fc.constantFrom('Miss', 'Miss', 'Miss3', 'Missed it'))
const row: fc.Arbitrary<TimingRow> = fc
  .tuple(finite, offset, fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 7 }))
  .map(([time, offset, more]) => [time, offset, ...more])

const packed = (rows: readonly TimingRow[]) => packRows(columnsOfRows(rows))

const size = (columns: readonly (Column | null)[]) =>
  columns.reduce((sum, column) => sum + (column?.bytes.length ?? 0), 0)

function sizeOf(body: z.infer<typeof sampleBody>): number {
  const rows = packed(body.timingData)
  const curves = [body.lifebarInfo, body.npsInfo?.points ?? []].map(packPoints)
  return (
    size([rows.times, rows.offsets, rows.markers, ...rows.more]) +
    size(curves.flatMap((curve) => Object.values(curve?.columns ?? {})))
  )
}

describe('packed rows', () => {
  it('are restored exactly, for any row lengths (invariant 6)', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (rows) => {
        expect(unpackRows(packedRows.parse(packed(rows)))).toStrictEqual(rows)
      }),
      { numRuns: 500 },
    )
  })

  it('provide times and offsets without rows; a miss is NaN', () => {
    const rows = packed([
      [1.5, -0.25],
      [2.5, 'Miss'],
      [3.5, -0],
    ])
    expect([...unpackTimes(rows)]).toEqual([1.5, 2.5, 3.5])
    expect([...unpackOffsets(rows)]).toEqual([-0.25, Number.NaN, -0])
    expect(rows).toMatchObject({ width: 2, lengths: null, markers: null })
  })

  it('treat a non-finite offset as a miss', () => {
    const rows = packed([
      [1, Number.POSITIVE_INFINITY],
      [2, 'Miss4'],
      [3, Number.NEGATIVE_INFINITY],
    ])
    expect([...unpackOffsets(rows)]).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect(unpackRows(rows)).toEqual([
      [1, 'Miss'],
      [2, 'Miss4'],
      [3, 'Miss'],
    ])
  })
})

describe('packed points of a curve', () => {
  it('are restored exactly', () => {
    const curve = fc
      .uniqueArray(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 })
      .filter((names) => !names.includes('__proto__'))
      .chain((names) => fc.array(fc.record(Object.fromEntries(names.map((name) => [name, finite])))))
    fc.assert(
      fc.property(curve, (points) => {
        const packed = packedPoints.parse(packPoints(points))
        expect(unpackPoints(packed)).toEqual(points.map((point) => ({ ...point })))
      }),
    )
  })

  it('are null if the points differ in their names', () => {
    expect(packPoints([{ x: 1, y: 2 }, { x: 1 }])).toBeNull()
    expect(packPoints([{ x: 1 }, { y: 1 }])).toBeNull()
    expect(packPoints([{ x: '1' }])).toBeNull()
    expect(packPoints([[1, 2]])).toBeNull()
    expect(packPoints([null])).toBeNull()
    expect(packPoints([{}])).toBeNull()
    expect(packPoints(JSON.parse('[{"__proto__":1}]'))).toBeNull()
  })

  it('provide a single curve', () => {
    const packed = packPoints([
      { x: 0, y: 0.5 },
      { x: 1, y: 0.25 },
    ])
    expect(packed && [...(unpackCurve(packed, 'y') ?? [])]).toEqual([0.5, 0.25])
    expect(packed && unpackCurve(packed, 'nps')).toBeNull()
    expect(packed && unpackCurve(packed, 'constructor')).toBeNull()
  })
})

// Registered only if samples are available, so that nothing is skipped elsewhere.
const describeSamples = sampleNames.length > 0 ? describe : () => {}
describeSamples('packed real plays', () => {
  it.each(sampleNames)('%s is restored exactly, with all numbers packed as floats', (name) => {
    const body = readSample(name)
    const rows = packed(body.timingData)
    expect(unpackRows(rows)).toStrictEqual(body.timingData)
    expect([rows.times.kind, rows.offsets.kind]).toEqual(['f32', 'f32'])
    for (const points of [body.lifebarInfo, body.npsInfo?.points ?? []]) {
      const packed = packPoints(points)
      expect(packed && unpackPoints(packed)).toStrictEqual(points)
    }
  })

  it('a play of 928 rows takes about 10 kB', () => {
    const whole = readSample('destroy-pass.json')
    expect(sizeOf(whole)).toBeLessThan(13_000)
    const short = whole.timingData.map(([time, offset]): [number, number | string] => [time, offset])
    expect(sizeOf({ ...whole, timingData: short })).toBeLessThan(12_000)
  })
})
