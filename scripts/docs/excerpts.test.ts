import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Code of a page of the docs, below a line that ends with the path of its file. */
const excerpts = [...read('docs/architecture.md').matchAll(/`(\S+)`\n\n```ts\n([\s\S]*?)\n```/g)].map(
  ([, path = '', code = '']) => ({ path, code }),
)

const withoutIndents = (text: string) => text.replaceAll(/^[^\S\n]+/gm, '')

describe('the first lines of code that a newcomer reads', () => {
  it.each(excerpts)('are those of $path', ({ path, code }) => {
    expect(withoutIndents(read(path))).toContain(withoutIndents(code))
  })

  it('are an event, a decision, a fold, a query and a component, in about sixty lines', () => {
    expect(excerpts).toHaveLength(5)
    expect(excerpts.reduce((sum, { code }) => sum + code.split('\n').length, 0)).toBeLessThanOrEqual(60)
  })
})
