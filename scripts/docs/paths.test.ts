import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const files = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  ),
]
const pages = ['README.md', ...files.filter((file) => file.startsWith('docs/') && file.endsWith('.md'))]

/**
 * Paths in backticks: files by the end of their path, folders from the root or from `services/`; `*` matches part of a
 * name. Files of Lua that begin with a capital are built.
 */
function missingPaths(text: string): string[] {
  return [...text.matchAll(/`([\w@.*-]+(?:\/[\w@.*-]+)*)\/?`/g)]
    .map(([, path = '']) => path)
    .filter((path) => {
      if (/\.(tsx?|mjs|sql)$|^[^A-Z].*\.lua$/.test(path)) return !exists(`(^|/)${pattern(path)}$`)
      const [first = '', second] = path.split('/')
      const isOurs = folders.includes(first) || (first !== '.' && existsSync(join(root, 'services', first)))
      return second !== undefined && isOurs && !exists(`^(services/)?${pattern(path)}$`)
    })
}

function exists(regex: string): boolean {
  return files.some((file) => new RegExp(regex).test(file))
}

function pattern(path: string): string {
  return path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
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
    missingPaths(
      '`platform/http/gone.ts`, `services/gone`, `gone-entirely.ts`, `tests/gone*`, `tests/access`',
    ),
  ).toEqual(['platform/http/gone.ts', 'services/gone', 'gone-entirely.ts', 'tests/gone*'])
  expect(
    brokenLinks('docs/bench.md', '[a](hosting.md#gone) [b](gone.md) [c](hosting.md#limits)'),
  ).toHaveLength(2)
})

it('code names only pages that exist', () => {
  const sources = files.filter((file) => /\.(tsx?|mjs|lua|sql|sh|ya?ml)$/.test(file))
  const named = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => page),
  )

  expect(named).toContain('docs/recipes.md')
  expect(named.filter((page) => !pages.includes(page))).toEqual([])
})

it('all pages together can be read in an afternoon', () => {
  const words = pages.flatMap((page) => readFileSync(join(root, page), 'utf8').match(/\S+/g) ?? [])
  expect(words.length).toBeLessThanOrEqual(21_000)
})
