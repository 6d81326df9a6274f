import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Row, rowOf } from '../rows.ts'

/** kB of compressed script. */
const budget = 200

const website = new URL('../../../dist/web/', import.meta.url).pathname

/**
 * Compressed script bytes that the home page loads: the scripts of index.html, the page's own chunk and all their
 * static imports.
 */
export async function measureFirstPage(): Promise<Row[]> {
  const html = await readFile(join(website, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file ?? '')
  const chunk = (await readdir(join(website, 'assets'))).find((file) => /^home-page-.*\.js$/.test(file))
  if (!chunk) throw new Error('dist/web has no chunk of the home page')
  const files = await withImports([...named, `assets/${chunk}`])
  const sums = { brotli: 0, gzip: 0 }
  for (const file of files) {
    sums.brotli += await sizeOf(file, '.br')
    sums.gzip += await sizeOf(file, '.gz')
  }
  const kilobytes = { brotli: sums.brotli / 1000, gzip: sums.gzip / 1000 }
  const rounds = { ours: [kilobytes], floor: [{ brotli: budget, gzip: budget }] }
  const text = { path: 'page', unit: 'kB', floorIs: 'the budget', aim: { most: budget } } as const
  return [
    rowOf({ ...text, what: 'script of the home page, brotli' }, rounds, (size) => size.brotli),
    rowOf({ ...text, what: 'the same, gzip' }, rounds, (size) => size.gzip),
  ]
}

/** These files and their static imports, recursively. Dynamic imports are not loaded with the page. */
async function withImports(files: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const open = [...files]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const text = await readFile(join(website, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g))
      open.push(`assets/${name}`)
  }
  return found
}

/** The bytes that the server sends: the precompressed file of the build, or the file itself. */
async function sizeOf(file: string, extension: string): Promise<number> {
  const compressed = join(website, file + extension)
  return (await stat(existsSync(compressed) ? compressed : join(website, file))).size
}
