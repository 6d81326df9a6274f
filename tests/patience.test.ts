import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** Calls of vi.waitUntil and vi.waitFor without a timeout, as `file:line`. */
function waitsWithoutTimeout(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (!/vi\.wait(Until|For)\(/.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (
      ts.isCallExpression(node) &&
      /^vi\.wait(Until|For)$/.test(node.expression.getText(source)) &&
      node.arguments.length < 2
    )
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

// Vitest's default timeout is a second; a busy machine may need ten.
it('every wait in a test has an explicit timeout', () => {
  const files = ['contracts', 'projections', 'services', 'web', 'scripts', 'tests'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(room, file)),
  )

  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(waitsWithoutTimeout)).toEqual([])
})
