import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const folders = [
  'client',
  'contracts',
  'deployment',
  'docs',
  'projections',
  'scripts',
  'services',
  'tests',
  'web',
]

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules'))
    .map((file) => join(folder, file)),
)
const names = new Set(files.map((file) => basename(file)))
const pages = ['README.md', ...files.filter((file) => file.startsWith('docs/') && file.endsWith('.md'))]

/** Paths in backticks, from the root or from `services/`; a file name alone may be anywhere. */
function missingPaths(text: string): string[] {
  return [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*)\/?`/g)]
    .map(([, path = '']) => path)
    .filter((path) => {
      const [first = ''] = path.split('/')
      if (!path.includes('/'))
        return /\.(tsx?|mjs|sql)$/.test(path) && !names.has(path) && !existsSync(join(root, path))
      const isOurs = folders.includes(first) || (first !== '.' && existsSync(join(root, 'services', first)))
      return isOurs && !existsSync(join(root, path)) && !existsSync(join(root, 'services', path))
    })
}

/** Targets of links: a file, or a heading of a page. */
function brokenLinks(page: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
    .filter(([, path = '', heading]) => {
      const target = path === '' ? join(root, page) : join(root, dirname(page), path)
      if (!existsSync(target)) return true
      return heading !== undefined && !headingsOf(readFileSync(target, 'utf8')).has(heading)
    })
    .map(([link]) => link)
}

function headingsOf(text: string): Set<string> {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .trim()
      .replaceAll(' ', '-')
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading)))
}

it.each(pages)('%s names only files, folders and headings that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')

  expect(missingPaths(text)).toEqual([])
  expect(brokenLinks(page, text)).toEqual([])
})

it('a renamed file and a removed heading are found', () => {
  expect(
    missingPaths('`platform/http/gone.ts`, `services/gone`, `gone-entirely.ts`, `tests/access`'),
  ).toEqual(['platform/http/gone.ts', 'services/gone', 'gone-entirely.ts'])
  expect(brokenLinks('docs/limits.md', '[a](settings.md#gone) [b](gone.md) [c](settings.md)')).toHaveLength(2)
})
