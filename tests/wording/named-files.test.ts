import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs', file))

const rooms = ['contracts', 'projections', 'services', 'web', 'client', 'scripts', 'tests']
const sources = [
  ...readdirSync(root).map((file) => `/${file}`),
  ...rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `/${room}/${file}`),
  ),
]

/**
 * Sources in code marks, named by the end of their path, as docs do where the folder is clear. Build outputs begin with
 * a capital.
 */
function endsNamedIn(text: string): string[] {
  return [...text.matchAll(/`([a-z.][\w./-]*\.(?:tsx?|mjs|lua))`/g)].map(([, path = '']) => path)
}

/** Project paths in code marks and link targets, relative to the root. `*` matches part of a name. */
function namedIn(page: string, text: string): string[] {
  const inMarks = [
    ...text.matchAll(/`((?:contracts|projections|services|web|scripts|tests|docs)\/[^`\s]*)`/g),
  ]
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)]
  return [...inMarks.map(([, path = '']) => path), ...links.map(([, path = '']) => join(dirname(page), path))]
}

function isThere(path: string): boolean {
  const [folder, name] = [join(root, dirname(path)), path.replace(/\/$/, '').split('/').at(-1) ?? '']
  if (!name.includes('*')) return existsSync(join(root, path))
  const [start = '', end = ''] = name.split('*')
  return existsSync(folder) && readdirSync(folder).some((f) => f.startsWith(start) && f.endsWith(end))
}

it.each(['README.md', ...pages])('all files named in %s exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = namedIn(page, text)

  expect(named.filter((path) => !isThere(path))).toEqual([])
  expect(endsNamedIn(text).filter((end) => !sources.some((path) => path.endsWith(`/${end}`)))).toEqual([])
  if (page === 'README.md') expect(named.length).toBeGreaterThan(10)
})
