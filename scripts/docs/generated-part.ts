/**
 * Replaces the part of a documentation page between its markers, which name the npm script that generates it. Throws when
 * the page lacks them.
 */
export function withGeneratedPart(page: string, name: string, script: string, content: string): string {
  const begin = `<!-- ${name}: written by \`npm run ${script}\` -->`
  const end = `<!-- /${name} -->`
  const [before, rest] = page.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined)
    throw new Error(`the page has no markers "${begin}", "${end}"`)
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}
