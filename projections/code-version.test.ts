import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { codeVersion, foldSources } from './code-version.ts'

const here = new URL('.', import.meta.url).pathname

/** What writes the read models: the folds, the tables they write to, and the scores they write. */
const roots = [
  'fold.ts',
  'bulk/copies.ts',
  'bulk/finish-bulk.ts',
  'batch.ts',
  'read-models.ts',
  'scoring/interpreter.ts',
  'scoring/score-event.ts',
]

/** The files of this workspace that `roots` import, themselves among them, by path. What is imported as a type alone leaves no code. */
function sources(): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file)) return
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: {
        target: ts.ScriptTarget.ESNext,
        module: ts.ModuleKind.ESNext,
        removeComments: true,
        verbatimModuleSyntax: true,
      },
    })
    found.set(file, outputText)
    for (const [, path] of outputText.matchAll(/from '(\.[^']+)'/g))
      if (path) visit(resolve(file, '..', path))
  }
  for (const root of roots) visit(resolve(here, root))
  return new Map([...found].map(([file, text]) => [relative(here, file), text] as const).sort())
}

describe('the version of the folding code', () => {
  const files = sources()
  const hash = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex')
    .slice(0, 16)

  it('is counted up when the folds change', () => {
    expect(
      hash,
      `The folds, their tables or the scores have changed since codeVersion ${codeVersion} was recorded. In projections/code-version.ts set ` +
        `foldSources to '${hash}'; and count codeVersion up, unless every row written stays the same, so that servers fold history anew.`,
    ).toBe(foldSources)
  })

  it('looks at folds, tables and scoring, and not at reads', () => {
    const names = [...files.keys()]
    for (const name of [
      'boards/rank-new-plays.ts',
      'plays/tables.ts',
      'scoring/grades.ts',
      'catalogue/title-key.ts',
    ])
      expect(names).toContain(name)
    expect(names.filter((name) => /reads|test|standings|explain/.test(name))).toEqual([])
  })
})
