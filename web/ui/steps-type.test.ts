import { expect, it } from 'vitest'
import { stepsTypeLabel } from './difficulty.tsx'

it('labels steps types and keeps unknown ones', () => {
  expect([stepsTypeLabel('dance-single'), stepsTypeLabel('pump-single'), stepsTypeLabel(null)]).toEqual([
    'Single',
    'pump-single',
    null,
  ])
})
