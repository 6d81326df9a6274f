import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { spreadOf } from './figures.ts'
import type { Row } from './rows.ts'
import { withFigures } from './write-figures.ts'

const page = [
  '# Bench',
  '| push: met | not in the table | |',
  '<!-- figures: written by npm run bench -- --write -->',
  '| row | ours | floor | ratio | aim | measured |',
  '|---|---|---|---|---|---|',
  '| board: a page | 1 ms | – | – | | 2029-12-31 |',
  '| push: met | 3 ms | – | – | | 2029-12-31 |',
  '| push: not met | 3 ms | – | – | | 2029-12-31 |',
  '<!-- /figures -->',
  'The end.',
  '',
].join('\n')
const at = new Date('2030-01-02T03:04:05Z')

function row(what: string, ms: number, most: number): Row {
  const [ours, floor, ratio] = [spreadOf([ms]), spreadOf([1]), spreadOf([ms])]
  return { path: 'push', what, unit: 'ms', aim: { most }, ours, floor, ratio }
}

describe('results in docs/bench.md', () => {
  const written = withFigures(page, [row('met', 4, 5), row('not met', 6, 5), row('of no interest', 7, 8)], at)

  it('replace the figures of their rows, with the date and the missed aims', () => {
    expect(written).toContain('| push: met | 4 ms | 1 | 4 | ≤ 5 ms | 2030-01-02 |')
    expect(written).toContain('| push: not met | 6 ms | 1 | 6 | ≤ 5 ms, missed | 2030-01-02 |')
  })

  it('leave other rows and the rest of the page unchanged, and add none', () => {
    const others = (text: string) => text.split('\n').filter((line) => !/^\| push: .* ms /.test(line))
    expect(others(written)).toEqual(others(page))
  })

  it('are written between markers that docs/bench.md has; a page without them is an error', () => {
    const docs = readFileSync(new URL('../../docs/bench.md', import.meta.url), 'utf8')
    expect(withFigures(docs, [], at)).toBe(docs)
    expect(() => withFigures('# Bench', [], at)).toThrow('no place')
  })
})
