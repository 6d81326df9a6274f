import { pointsAt, pointsFormula } from '@stepledger/contracts/competition/points-formula.ts'
import { expect, it } from 'vitest'
import { curvePath, percentOf, presetOf, presets, rateOf } from './points-presets.ts'

it('every preset is a valid formula and does what its text says', () => {
  for (const { points } of presets) expect(pointsFormula.parse(points)).toEqual(points)
  const at = (name: string, place: number) =>
    pointsAt(presets.find((preset) => preset.name === name)?.points ?? failed(name), place)

  expect(at('Everybody counts', 50)).toBeGreaterThanOrEqual(5_000)
  expect(at('Steady', 10)).toBeGreaterThan(at('Top ten', 10))
  expect(at('Podium', 10)).toBeLessThan(500)
})

it('a preset is recognised by its numbers', () => {
  const [steady] = presets
  expect(steady && presetOf({ ...steady.points })).toBe(steady)
  expect(steady && presetOf({ ...steady.points, maxPoints: 9_999 })).toBeUndefined()
})

it('a percentage that was typed is shown again', () => {
  for (const form of ['exponential', 'hyperbolic'] as const)
    for (const percent of [0, 0.5, 7.69, 50, 99])
      expect(percentOf({ form, rate: rateOf(form, percent) })).toBe(percent)
})

it('the curve falls from the upper left', () => {
  const path = curvePath(presets[0]?.points ?? failed('preset'), 100, 40)
  expect(path.startsWith('M0.0 0.0L')).toBe(true)
  expect(path.endsWith('100.0 39.2')).toBe(true)
})

function failed(what: string): never {
  throw new Error(`no ${what}`)
}
