import { describe, expect, it } from 'vitest'
import { latenciesOf, percentile, spreadOf } from './figures.ts'
import { readFlags, UsageError } from './flags.ts'
import { interleaved } from './rounds.ts'
import { rowOf } from './rows.ts'
import { tableOf } from './table.ts'

describe('the figures of a bench', () => {
  it('are medians and percentiles, between two neighbours where they fall between them', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 })
    expect(spreadOf([1, 2]).median).toBe(1.5)
    expect(percentile([0, 10], 0.99)).toBeCloseTo(9.9)
    expect(latenciesOf([5, 1, 3])).toMatchObject({ p50: 3, count: 3 })
    expect(() => spreadOf([])).toThrow(RangeError)
  })

  it('come from turns of ours and its floor, the first ones left out, and are compared round by round', async () => {
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

describe('what a bench is asked for', () => {
  it('is everything in one order unless paths are named', () => {
    expect(readFlags([]).paths).toEqual([
      'page',
      'append',
      'kafka',
      'fold',
      'build',
      'packs',
      'export',
      'publication',
      'board',
      'game',
      'module',
      'lists',
      'standings',
      'submit',
      'push',
      'redis',
      'scale',
    ])
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
