import { expect, it } from 'vitest'
import { wordsOf } from './letter-words.ts'

const eraseAt = '2026-01-08T10:00:00.000Z'
const after = (contact: string | null) =>
  wordsOf({ kind: 'erasureAsked', eraseAt }, { alias: 'ada', timeZone: null, contact }).after

it('a mail that speaks of deletion says how to reach those who run the site, where they said so', () => {
  expect(after('help@scores.example')).toContain('Questions? help@scores.example')
  expect(after(null).join()).not.toContain('Questions')
})
