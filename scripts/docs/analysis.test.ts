import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withQuestions } from './analysis.ts'

it('docs/analysis.md has the questions, views and promise of the code (update with `npm run analysis`)', async () => {
  const page = await readFile(new URL('../../docs/analysis.md', import.meta.url), 'utf8')
  expect(withQuestions(page)).toBe(page)
})
