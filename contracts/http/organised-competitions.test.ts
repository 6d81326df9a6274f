import { describe, expect, it } from 'vitest'
import { draftDocument, publishableDocument, suggestedSlug } from './organised-competitions.ts'

const draft = {
  slug: 'night-shift',
  name: 'Night Shift',
  announcement: 'No sleep.\nOne chart.',
  rounds: [
    { name: 'Dusk', start: '2026-12-07T18:00:00+01:00', end: '2026-12-08T06:00Z', charts: ['a'.repeat(16)] },
  ],
}
const errorsOf = (part: object) =>
  publishableDocument
    .safeParse(draftDocument.parse({ ...draft, ...part }))
    .error?.issues.map(({ path }) => path.join('.')) ?? []

describe('a draft', () => {
  it('can be empty, and becomes a document once it is complete', () => {
    expect(draftDocument.parse({})).toMatchObject({ name: '', rounds: [], boards: ['HardEX', 'EX', 'ITG'] })
    expect(publishableDocument.parse(draftDocument.parse(draft))).toMatchObject({
      downloadUrl: null,
      ties: 'share',
      rounds: [{ start: Date.UTC(2026, 11, 7, 17), end: Date.UTC(2026, 11, 8, 6) }],
    })
  })

  it.each([
    ['a name that turns around what follows', { name: 'Shift\u202e' }, 'name'],
    ['two lines in a name', { name: 'Night\nShift' }, 'name'],
    ['a hidden character in the text', { announcement: 'a\u200bb' }, 'announcement'],
    ['an address that runs code', { downloadUrl: 'javascript:alert(1)' }, 'downloadUrl'],
    ['the slug of a page', { slug: 'new' }, 'slug'],
    ['no board', { boards: [] }, 'boards'],
  ])('is not published with %s', (_, part, field) => {
    expect(errorsOf(part)).toEqual([field])
  })
})

it.each([
  ['Night Shift', 'night-shift'],
  ['  Été ’26: 3×3! ', 'ete-26-3-3'],
  ['日本', ''],
  [`${'x'.repeat(59)} yz`, 'x'.repeat(59)],
])('the slug of %s is %s', (name, slug) => {
  expect(suggestedSlug(name)).toBe(slug)
})
