import { expect, it } from 'vitest'
import { panelMarks } from './panel-marks.ts'

it('panels are drawn as on the pad, and as squares for unknown layouts', () => {
  expect(panelMarks('dance-single', 4)).toEqual([-90, 180, 0, 90])
  expect(panelMarks('dance-double', 8)).toEqual([-90, 180, 0, 90, -90, 180, 0, 90])
  expect(panelMarks('pump-single', 5)[2]).toBe('square')
  for (const unknown of ['kb7-single', 'constructor', null])
    expect(panelMarks(unknown, 3)).toEqual(['square', 'square', 'square'])
  expect(panelMarks('dance-single', 5)).toEqual(new Array(5).fill('square'))
})
