import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { spreadOf } from './figures.ts'
import type { Row } from './rows.ts'
import { withFigures } from './write-figures.ts'

const page = [
  '# Bench',
  '| push | what the row means | – |',
  '<!-- figures: written by npm run bench -- --write -->',
  '| path | what | ours | floor | ratio | aim |',
  '|---|---|---|---|---|---|',
  '| board | a page | 1 ms | – | – |  |',
  '|  | another | 2 ms | – | – |  |',
  '| push<br>2029-12-31, load 1.0 | older | 3 ms | – | – |  |',
  '|  | older, too | 3 ms | – | – |  |',
  '<!-- /figures -->',
  'The end.',
  '',
].join('\n')
const taken = { at: new Date('2030-01-02T03:04:05Z'), load: 0.25 }

function row(what: string, ms: number, most: number): Row {
  const [ours, floor, ratio] = [spreadOf([ms]), spreadOf([1]), spreadOf([ms])]
  return { path: 'push', what, unit: 'ms', aim: { most }, ours, floor, ratio }
}

describe('results in docs/bench.md', () => {
  const written = withFigures(page, [row('met', 4, 5), row('not met', 6, 5)], taken)

  it('replace those of the same path, with their date and the missed aims', () => {
    expect(written).toContain('| push<br>2030-01-02, load 0.3 | met | 4 ms | 1 | 4 | ≤ 5 ms |')
    expect(written).toContain('|  | not met | 6 ms | 1 | 6 | ≤ 5 ms, missed |')
    expect(written).not.toContain('older')
  })

  it('leave other paths and the rest of the page unchanged', () => {
    const others = (text: string) => text.split('\n').filter((line) => !/<br>|older|met \|/.test(line))
    expect(others(written)).toEqual(others(page))
  })

  it('are written between markers that docs/bench.md has; a page without them is an error', () => {
    const docs = readFileSync(new URL('../../docs/bench.md', import.meta.url), 'utf8')
    expect(withFigures(docs, [], taken)).toBe(docs)
    expect(() => withFigures('# Bench', [], taken)).toThrow('no place')
  })
})
