import { readdirSync, readFileSync, statSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { agreedTexts } from './all-texts.ts'

const root = new URL('../../', import.meta.url).pathname

// Browser tests of a page check when its texts are shown; this list also has texts that are rarely shown.
it.each(agreedTexts)('the program contains the agreed texts: $where', ({ files, texts }) => {
  const shown = files.flatMap(textsOf)
  expect(texts.filter((text) => !isAmong(shown, text))).toEqual([])
})

it("texts are matched as shown: other words, parts of short labels and comments don't match", () => {
  const shown = textsIn(
    `// Only said
    const page = <><p>\n  No scores\n  yet&amp;more {' '}here</p><th title="A b">Rank</th>{'You don\\'t'} ranked {\`from \${x}\`}</>`,
  )
  for (const text of ['No scores yet&more here', "You don't", 'Rank', 'A b', 'from $'])
    expect([text, isAmong(shown, text)]).toEqual([text, true])
  for (const text of ['Only said', 'rank', 'No score yet'])
    expect([text, isAmong(shown, text)]).toEqual([text, false])
})

const kept = new Map<string, string[]>()

/** The texts in a program file, or in all files of a folder except tests; cached. */
function textsOf(path: string): string[] {
  const known = kept.get(path)
  if (known) return known
  const files = statSync(root + path).isDirectory()
    ? readdirSync(root + path, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
        .map((file) => `${path}/${file}`)
    : [path]
  const texts = files.flatMap((file) => textsIn(readFileSync(root + file, 'utf8')))
  kept.set(path, texts)
  return texts
}

/** Literals and texts of elements as shown, with a `$` for each interpolation. */
function textsIn(program: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    else if (ts.isTemplateExpression(node)) {
      found.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('$'),
      )
    } else if (ts.isJsxElement(node) || ts.isJsxFragment(node))
      found.push(node.children.map(textOfChild).join(''))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('page.tsx', program, ts.ScriptTarget.ESNext, false, ts.ScriptKind.TSX))
  return found.map((text) => text.replace(/\s+/g, ' ').trim())
}

function textOfChild(child: ts.JsxChild): string {
  if (ts.isJsxText(child)) return child.text.replaceAll('&amp;', '&').replaceAll('&apos;', "'")
  if (ts.isJsxExpression(child)) {
    return child.expression && ts.isStringLiteralLike(child.expression) ? child.expression.text : '$'
  }
  return ' '
}

/** Longer texts may be part of a sentence. */
function isAmong(shown: readonly string[], text: string): boolean {
  return shown.some((each) => (text.length > 12 ? each.includes(text) : each === text))
}
