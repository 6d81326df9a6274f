import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withLimits } from './security-limits.ts'

it('docs/security.md has the limits of the code: else `npm run security` writes them', async () => {
  const page = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8')
  expect(withLimits(page)).toBe(page)
})
