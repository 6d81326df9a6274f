import { expect, it } from 'vitest'
import { beatPart } from './lanes.ts'

it('a note has its coarsest quantisation', () => {
  const parts = Array.from({ length: 48 }, (_, tick) => beatPart(tick))
  const ticksOf = (part: string) => parts.flatMap((other, tick) => (other === part ? [tick] : []))
  expect(ticksOf('4th')).toEqual([0])
  expect(ticksOf('8th')).toEqual([24])
  expect(ticksOf('12th')).toEqual([16, 32])
  expect(ticksOf('16th')).toEqual([12, 36])
  expect(ticksOf('24th')).toEqual([8, 40])
  expect(ticksOf('32nd')).toEqual([6, 18, 30, 42])
  expect(ticksOf('48th')).toEqual([4, 20, 28, 44])
  expect(ticksOf('64th')).toEqual([3, 9, 15, 21, 27, 33, 39, 45])
  expect(ticksOf('other')).toHaveLength(24)
})
