import { describe, expect, it } from 'vitest'
import { latenciesOf, percentile, spreadOf } from './figures.ts'
import { pathNames, readFlags, UsageError } from './flags.ts'
import { interleaved } from './rounds.ts'
import { rowOf } from './rows.ts'
import { tableOf } from './table.ts'

describe('statistics of the bench', () => {
  it('medians and percentiles interpolate between neighbours', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 })
    expect(spreadOf([1, 2]).median).toBe(1.5)
    expect(percentile([0, 10], 0.99)).toBeCloseTo(9.9)
    expect(latenciesOf([5, 1, 3])).toMatchObject({ p50: 3, count: 3 })
    expect(() => spreadOf([])).toThrow(RangeError)
  })

  it('rounds alternate between ours and the floor, drop the warm-up, and are compared pairwise', async () => {
    const turns: string[] = []
    const measured = await interleaved(
      2,
      async (round) => turns.push(`ours ${round}`) && 100 * (round + 1),
      async (round) => turns.push(`floor ${round}`) && 400 * (round + 1),
    )
    expect(turns).toEqual(['ours 0', 'floor 0', 'ours 1', 'floor 1', 'ours 2', 'floor 2'])

    const text = { path: 'append', what: 'one', unit: 'events/s', floorIs: 'an insert' } as const
    const row = rowOf(text, measured, (rate) => rate)
    expect(row).toMatchObject({
      ours: { median: 250 },
      floor: { median: 1000 },
      ratio: { least: 0.25, most: 0.25 },
    })
    expect(tableOf([row])).toContain('250 (200–300) events/s')
  })
})

describe('command-line arguments of the bench', () => {
  it('select all paths but the long one by default, and run the named ones in a fixed order', () => {
    expect(readFlags([]).paths).toEqual(pathNames.filter((name) => name !== 'ageing'))
    expect(readFlags(['ageing']).paths).toEqual(['ageing'])
    expect(readFlags(['push', 'append', '--rates', '50,60'])).toMatchObject({
      paths: ['append', 'push'],
      rates: [50, 60],
    })
  })

  it.each([[['boards']], [['--rounds', 'many']], [['--rates', '0']], [['--speed', '9']]])(
    '%s is refused',
    (args) => {
      expect(() => readFlags(args)).toThrow(UsageError)
    },
  )
})
