import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { notShown, places, type Wording, wholeSections } from './wording.ts'

const root = new URL('../../', import.meta.url).pathname
const specification = `${root}../shared/spec.md`

const shown = (text: Wording) => (typeof text === 'string' ? text : text.shown)
const asSpecified = (text: Wording) => (typeof text === 'string' ? text : text.spec)

describe('what the pages say', () => {
  it.each(places)('stands in the sources of its page: $where', ({ files, texts }) => {
    const source = files.map(sourceOf).join('\n')
    expect(texts.map(shown).filter((text) => !says(source, text))).toEqual([])
  })

  it('is looked for as it is shown: other words, or a part of one, would be missed', () => {
    const source = asRead("<p>\n  No scores\n  yet&amp;more {' '}here</p><th>Rank</th> 'You don\\'t' ranked")
    expect(says(source, 'No scores yet&more here')).toBe(true)
    expect(says(source, "You don't")).toBe(true)
    expect(says(source, 'Rank')).toBe(true)
    expect(says(source, 'rank')).toBe(false)
    expect(says(source, 'No score yet')).toBe(false)
  })

  describe.skipIf(!existsSync(specification))('beside the specification', () => {
    const text = existsSync(specification) ? readFileSync(specification, 'utf8') : ''
    const all = places.flatMap(({ texts }) => texts.map(asSpecified))

    it('is what it says', () => {
      expect(all.filter((words) => !text.includes(words))).toEqual([])
    })

    it.each(wholeSections)('is all that it quotes under %s', (heading) => {
      const [, after = ''] = text.split(`${heading}\n`)
      const quoted = quotesOf(after.split('\n### ')[0] ?? '')
      expect(quoted.length).toBeGreaterThan(0)
      expect(quoted.filter((words) => !all.includes(words) && !(words in notShown))).toEqual([])
    })
  })
})

/** The program text of a file, or of all in a folder but the tests, as it is read on the page. */
function sourceOf(path: string): string {
  const files = statSync(root + path).isDirectory()
    ? readdirSync(root + path, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
        .map((file) => `${path}/${file}`)
    : [path]
  return files.map((file) => asRead(readFileSync(root + file, 'utf8'))).join('\n')
}

/** Line breaks within a sentence, entities and escapes are the program's, not the reader's. */
function asRead(program: string): string {
  return program
    .replace(/\{' '\}/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&apos;', "'")
    .replaceAll("\\'", "'")
}

/** Short texts must stand alone, between quotes or tags. */
function says(source: string, text: string): boolean {
  if (text.length > 12) return source.includes(text)
  const alone = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(['"\`>]|^) ?${alone} ?(['"\`<]|$)`).test(source)
}

/** Texts between single quotes; an apostrophe within a word ends none. */
function quotesOf(section: string): string[] {
  return [...section.matchAll(/(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w))+)'(?!\w)/g)].map(([, words = '']) => words)
}
