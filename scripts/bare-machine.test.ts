import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The packages that must be installed to load a script: static imports of it and its imports. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const head = readFileSync(file, 'utf8').matchAll(/^import\b[^'"]*?['"]([^'"]+)['"]/gm)
  return [...head].flatMap(([, name = '']) =>
    name.startsWith('.') ? packagesOf(join(dirname(file), name), seen) : isBuiltin(name) ? [] : [name],
  )
}

/** Scripts that install packages must not need any. */
describe('without installed packages', () => {
  it.each(['start', 'test', 'ledger', 'bench', 'dev', 'build-all', 'install-and-build'])(
    '%s starts, and loads packages once they are installed',
    (name) => {
      expect(packagesOf(join(import.meta.dirname, `${name}.mjs`))).toEqual([])
    },
  )
})
