import { expect, it } from 'vitest'
import { formatLength } from './format-length.ts'

it('shows a length in minutes and seconds', () => {
  expect([132, 59.7, 5].map(formatLength)).toEqual(['2:12', '1:00', '0:05'])
})
