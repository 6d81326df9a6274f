import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The packages that a script needs to be loaded at all: those that it and what it imports name at their head. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const head = readFileSync(file, 'utf8').matchAll(/^import\b[^'"]*?['"]([^'"]+)['"]/gm)
  return [...head].flatMap(([, name = '']) =>
    name.startsWith('.') ? packagesOf(join(dirname(file), name), seen) : isBuiltin(name) ? [] : [name],
  )
}

/** What installs the packages must not need any. */
describe('on a bare machine', () => {
  it.each(['start', 'test', 'ledger', 'bench', 'dev', 'build-all', 'install-and-build'])(
    '%s begins without packages: it loads them once they are installed',
    (name) => {
      expect(packagesOf(join(import.meta.dirname, `${name}.mjs`))).toEqual([])
    },
  )
})
