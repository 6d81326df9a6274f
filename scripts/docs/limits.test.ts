import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withLimits } from './limits.ts'

it('docs/hosting.md has the limits of the code (update with `npm run limits`)', async () => {
  const page = await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8')
  expect(withLimits(page)).toBe(page)
})
