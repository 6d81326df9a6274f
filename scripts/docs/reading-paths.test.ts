import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Limits of a road. */
const maxFiles = 12
const maxLines = 1_200
/** Of one of its files, which is read in one go. */
const maxFileLines = 250

interface Step {
  readonly file: string
  /** How it leads to the next one: `import`, or the name that both have. Empty in the last row. */
  readonly link: string
}

interface Road {
  readonly title: string
  readonly steps: readonly Step[]
}

/** The tables below the headings of a section of a page. */
function roadsOf(page: string, section: string): Road[] {
  const [, after = ''] = page.split(`\n## ${section}\n`)
  const [text = ''] = after.split('\n## ')
  return text
    .split('\n### ')
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      const rows = lines.flatMap((line) => [...line.matchAll(/^\| `([^`]+)` \|.*\| ([^|]*)\|$/g)])
      return { title, steps: rows.map(([, file = '', link = '']) => ({ file, link: link.trim() })) }
    })
}

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/^(?:import|export)\b[^']*'([^']+)'/gm)].map(([, path = '']) =>
    path.startsWith('.') ? join(dirname(file), path) : path.replace(/^@stepledger\//, ''),
  )
}

/** Whether a file has a name as a word. */
function names(file: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(read(file))
}

/** Why the first file does not lead to the second one; null if it does. */
function gapBetween({ file, link }: Step, next: Step): string | null {
  if (link === 'import')
    return importsOf(file).includes(next.file) ? null : `${file} does not import ${next.file}`
  const [, name] = /^(?:event|topic|route) `(\w+)`$/.exec(link) ?? []
  if (name === undefined) return `${file} leads on by an import, an event, a topic or a route, not "${link}"`
  const without = [file, next.file].filter((each) => !names(each, name))
  return without.length === 0 ? null : `${without.join(' and ')} does not name ${name}`
}

const linesOf = (file: string) => read(file).split('\n').length - 1

const roads = roadsOf(read('docs/architecture.md'), 'Two roads to read')

it('docs/architecture.md lists the road of a play and that of changed rules', () => {
  expect(roads.map(({ title }) => title)).toEqual([
    'A play, from the game to the pixel',
    'Changed rules, from the operator to the pages',
  ])
})

describe.each(roads)('$title', ({ steps }) => {
  it('each file imports the next, or names the same event, topic or route', () => {
    const gaps = steps.flatMap((step, nth) => {
      const next = steps[nth + 1]
      return (next ? gapBetween(step, next) : null) ?? []
    })
    expect(gaps).toEqual([])
  })

  it(`it has at most ${maxFiles} files and ${maxLines} lines, and no long file`, () => {
    const lines = steps.map(({ file }) => linesOf(file))
    expect(steps.length).toBeGreaterThan(5)
    expect(steps.length).toBeLessThanOrEqual(maxFiles)
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(maxLines)
    expect(Math.max(...lines)).toBeLessThanOrEqual(maxFileLines)
  })
})

it('a file that does not lead to the next one is found', () => {
  const [first, second] = roads[0]?.steps ?? []
  const last = { file: 'projections/boards/bests-and-boards.ts', link: '' }
  if (!first || !second) throw new Error('the road of a play has no steps')
  expect(gapBetween(first, second)).toBeNull()
  expect(gapBetween(first, last)).toContain('does not import')
  expect(gapBetween({ ...first, link: 'topic `events`' }, last)).toContain('does not name events')
  expect(gapBetween({ ...first, link: 'luck' }, second)).toContain('not "luck"')
})
