import { expect, it } from 'vitest'
import { stepsTypeLabel } from './steps-type.ts'

it('names the steps type, and one that nobody knows as it is', () => {
  expect([stepsTypeLabel('dance-single'), stepsTypeLabel('pump-single'), stepsTypeLabel(null)]).toEqual([
    'Single',
    'pump-single',
    null,
  ])
})
